package org.plimsoll.driver.gremlin;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** Driver for JanusGraph embedded in this process. */
public final class JanusGraphDriver implements Driver {
  @Override
  public String name() {
    return "janusgraph";
  }

  @Override
  public String description() {
    return "JanusGraph, embedded: in memory, on Berkeley DB, or on Cassandra";
  }

  @Override
  public List<String> targetForms() {
    return List.of(
        "janusgraph:inmemory", "janusgraph:berkeleyje:/path", "janusgraph:cql:host[:port]");
  }

  @Override
  public List<Setting<?>> settings() {
    return JanusGraphSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return GraphOperations.ALL;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(
        Capability.EMBEDDED,
        Capability.RETURNS_ROWS,
        Capability.UPDATES_FIELDS,
        Capability.TEXT_KEYS,
        Capability.BURNS_CPU);
  }

  @Override
  public Optional<String> rowsNeed(SettingValues settings, List<String> fieldNames) {
    return settings.get(GraphSettings.VALUE_FORM) == ValueForm.BINARY
        ? Optional.empty()
        : Optional.of("value-form=binary");
  }

  @Override
  public void checkAddress(String address) {
    var _ = JanusGraphAddress.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return JanusGraphTarget.open(context);
  }
}

package org.plimsoll.driver.gremlin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** Driver for JanusGraph Server and other servers that support Gremlin over WebSockets. */
public final class GremlinDriver implements Driver {
  @Override
  public String name() {
    return "gremlin";
  }

  @Override
  public String description() {
    return "JanusGraph and other Gremlin servers, through the TinkerPop driver";
  }

  @Override
  public List<String> targetForms() {
    return List.of("gremlin://[user:password@]host[:port][,host[:port]…][/source]");
  }

  @Override
  public List<Setting<?>> settings() {
    return GremlinSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return GraphOperations.ALL;
  }

  /**
   * Returns the operations, including those of the user, which replace others with the same name.
   */
  @Override
  public Set<OperationType> operations(SettingValues settings) {
    Map<String, OperationType> byName = new LinkedHashMap<>();
    GraphOperations.ALL.forEach(type -> byName.put(type.name(), type));
    settings.get(GremlinSettings.STATEMENTS).addTo(byName);
    return Set.copyOf(byName.values());
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.UPDATES_FIELDS, Capability.TEXT_KEYS);
  }

  @Override
  public Optional<String> rowsNeed(SettingValues settings, List<String> fieldNames) {
    return settings.get(GraphSettings.VALUE_FORM) == ValueForm.BINARY
        ? Optional.empty()
        : Optional.of("value-form=binary");
  }

  @Override
  public void checkAddress(String address) {
    var _ = GremlinAddress.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return GremlinTarget.open(context);
  }
}

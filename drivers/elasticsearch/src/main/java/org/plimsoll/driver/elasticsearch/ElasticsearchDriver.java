package org.plimsoll.driver.elasticsearch;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** Driver for Elasticsearch and OpenSearch, with rows as documents of an index. */
public class ElasticsearchDriver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          Commands.SEARCH,
          Commands.CREATE,
          Commands.UPSERT);

  @Override
  public String name() {
    return "elasticsearch";
  }

  @Override
  public String description() {
    return "Elasticsearch: documents of an index, through the low-level REST client";
  }

  @Override
  public List<String> targetForms() {
    return List.of(name() + "://[user:password@]host[:port][,host[:port]…][/index]");
  }

  @Override
  public List<Setting<?>> settings() {
    return ElasticsearchSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  /**
   * Returns the capabilities. If indexes roll, field updates are not supported, because {@code
   * _update} would only find documents in the current index.
   */
  @Override
  public Set<Capability> capabilities(SettingValues settings) {
    return settings.get(ElasticsearchSettings.ROLL) == IndexRoll.NONE
        ? capabilities()
        : Set.of(Capability.RETURNS_ROWS, Capability.TEXT_KEYS);
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.TEXT_KEYS, Capability.UPDATES_FIELDS);
  }

  @Override
  public void checkAddress(String address) {
    var _ = ElasticsearchSettings.ADDRESS.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return ElasticsearchTarget.open(context);
  }
}

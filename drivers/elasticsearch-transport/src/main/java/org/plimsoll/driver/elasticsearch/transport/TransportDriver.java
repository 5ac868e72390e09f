package org.plimsoll.driver.elasticsearch.transport;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** Driver for Elasticsearch 5.6 and 6 over the transport protocol of its nodes. */
public final class TransportDriver implements Driver {
  @Override
  public String name() {
    return "elasticsearch-transport";
  }

  @Override
  public String description() {
    return "Elasticsearch 5.6 and 6: documents of an index, over the transport protocol";
  }

  @Override
  public List<String> targetForms() {
    return List.of("elasticsearch-transport://[user:password@]host[:port][,host[:port]…][/index]");
  }

  @Override
  public List<Setting<?>> settings() {
    return TransportSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return TransportOperations.ALL;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.TEXT_KEYS, Capability.UPDATES_FIELDS);
  }

  @Override
  public void checkAddress(String address) {
    var _ = TransportSettings.ADDRESS.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return TransportTarget.open(context);
  }
}

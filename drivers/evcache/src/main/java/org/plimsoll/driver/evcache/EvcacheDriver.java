package org.plimsoll.driver.evcache;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/**
 * Driver for EVCache: Memcached in several zones, each with a copy of the data, through Netflix's
 * client.
 */
public final class EvcacheDriver implements Driver {
  @Override
  public String name() {
    return "evcache";
  }

  @Override
  public String description() {
    return "EVCache: Memcached in several zones, through Netflix's client";
  }

  @Override
  public List<String> targetForms() {
    return List.of("evcache://host[:port][,host[:port]…]");
  }

  @Override
  public List<Setting<?>> settings() {
    return EvcacheSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return EvcacheOperations.ALL;
  }

  /**
   * Returns the operations, without those that the client does not support or breaks for values in
   * chunks.
   */
  @Override
  public Set<OperationType> operations(SettingValues settings) {
    Set<OperationType> operations = new HashSet<>(EvcacheOperations.ALL);
    if (settings.get(EvcacheSettings.CHUNK_SIZE) > 0) {
      operations.removeAll(EvcacheOperations.NOT_OF_CHUNKS);
    }
    return operations;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.FOLLOWS_NODES);
  }

  @Override
  public void checkAddress(String address) {
    var _ = EvcacheSettings.ADDRESS.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return EvcacheTarget.open(context);
  }
}

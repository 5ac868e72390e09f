package org.plimsoll.driver.etcd;

import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** Driver for etcd, over gRPC requests of its version 3 API. */
public final class EtcdDriver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          EtcdOperations.CREATE,
          EtcdOperations.CAS,
          EtcdOperations.BULK_CAS,
          EtcdOperations.LEASE_PUT,
          EtcdOperations.WATCH_PUT);

  /**
   * The logger of gRPC, which logs whether epoll is available. This reference keeps it from being
   * garbage-collected.
   */
  private static final Logger LIBRARY_LOG = Logger.getLogger("io.grpc");

  @Override
  public String name() {
    return "etcd";
  }

  @Override
  public String description() {
    return "etcd: keys with a prefix, transactions, leases and watches";
  }

  @Override
  public List<String> targetForms() {
    return List.of("etcd://[user:password@]host[:port][,host[:port]…]");
  }

  @Override
  public List<Setting<?>> settings() {
    return EtcdSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS);
  }

  @Override
  public void checkAddress(String address) {
    var _ = EtcdSettings.ADDRESS.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    LIBRARY_LOG.setLevel(Level.WARNING);
    return EtcdTarget.open(context);
  }
}

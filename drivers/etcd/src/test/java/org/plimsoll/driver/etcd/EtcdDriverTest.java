package org.plimsoll.driver.etcd;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

/** Tests the driver contract on rows of several fields. */
@ExtendWith(SharedEtcd.class)
class EtcdDriverTest extends ServerDriverContract {
  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new EtcdDriver();
  }

  @Override
  protected RealServer server() {
    return SharedEtcd.server();
  }

  @Override
  protected String address() {
    return SharedEtcd.server().address();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("prefix", "several-fields/");
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "champ-é", "Field2");
  }

  /** Three fields, in a request of at most 1.5 MiB. */
  @Override
  protected int hugeValueBytes() {
    return 500_000;
  }
}

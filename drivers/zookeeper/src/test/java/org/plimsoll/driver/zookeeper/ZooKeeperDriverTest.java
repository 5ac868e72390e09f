package org.plimsoll.driver.zookeeper;

import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

/** Tests the driver contract on rows of several fields. */
@ExtendWith(SharedZooKeeper.class)
class ZooKeeperDriverTest extends ServerDriverContract {
  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new ZooKeeperDriver();
  }

  @Override
  protected RealServer server() {
    return SharedZooKeeper.server();
  }

  @Override
  protected String address() {
    return SharedZooKeeper.server().address();
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "champ-é", "Field2");
  }

  /** Three fields, in a request of at most 1 MiB. */
  @Override
  protected int hugeValueBytes() {
    return 340_000;
  }
}

package org.plimsoll.driver.zookeeper;

import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;

/** Tests the driver contract on rows of one field, under one parent, with a sync for each read. */
@ExtendWith(SharedZooKeeper.class)
class ZooKeeperOneFieldTest extends DriverContract {
  @Override
  protected Driver driver() {
    return new ZooKeeperDriver();
  }

  @Override
  protected String address() {
    return SharedZooKeeper.server().address() + "/deep/er";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "parents",
        "1",
        "sync",
        "true",
        "connections",
        "1",
        "user",
        "me",
        "password",
        "se:cret",
        "acl",
        "creator");
  }

  @Override
  protected int hugeValueBytes() {
    return 1_048_000;
  }
}

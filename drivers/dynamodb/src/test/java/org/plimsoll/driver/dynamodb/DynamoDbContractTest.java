package org.plimsoll.driver.dynamodb;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

/** Tests the driver contract with string keys, binary values and no sort key. */
class DynamoDbContractTest extends ServerDriverContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = DynamoDbServers.startDurable(folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new DynamoDbDriver();
  }

  @Override
  protected RealServer server() {
    return server;
  }

  @Override
  protected String address() {
    return server.address();
  }

  @Override
  protected Map<String, String> settings() {
    return DynamoDbServers.settings();
  }

  /** The largest value: an item with its key and all names is 400 KiB at most. */
  @Override
  protected int hugeValueBytes() {
    return 409_000;
  }

  @Test
  void anAddressThatIsRefusedIsNotConnectedTo() throws Exception {
    checkThatAnAddressRefusedLaterIsNotConnectedTo();
  }
}

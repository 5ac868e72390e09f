package org.plimsoll.driver.dynamodb;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.RealServer;

/** Tests the contract with a binary sort key, several text fields, an index and UpdateItem. */
class DynamoDbSortKeyContractTest extends DriverContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = DynamoDbServers.start(folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new DynamoDbDriver();
  }

  @Override
  protected String address() {
    return server.address() + "/sorted";
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("name", "size", "field2"); // two are reserved words of expressions
  }

  @Override
  protected Map<String, String> settings() {
    return DynamoDbServers.settings(
        "sort-key",
        "row",
        "partitions",
        "7",
        "key-form",
        "binary",
        "value-form",
        "string",
        "update-form",
        "update-item",
        "index",
        "by-group",
        "capacity-mode",
        "provisioned");
  }

  /** The largest value: half of the byte values take two bytes as text. */
  @Override
  protected int hugeValueBytes() {
    return 85_000;
  }
}

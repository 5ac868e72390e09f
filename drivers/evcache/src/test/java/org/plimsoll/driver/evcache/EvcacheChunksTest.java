package org.plimsoll.driver.evcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.MemcachedServers;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** The contract with rows of several fields, whose values are split into chunks. */
class EvcacheChunksTest extends DriverContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() {
    server = MemcachedServers.start(folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new EvcacheDriver();
  }

  @Override
  protected String address() {
    return server.address();
  }

  @Override
  protected Map<String, String> settings() {
    return TestTarget.named("chunk-size", "1KiB", "read-timeout", "10s");
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("name", "größe", "payload");
  }

  /** Three fields of this size are a thousand chunks. */
  @Override
  protected int hugeValueBytes() {
    return 300_000;
  }

  @Test
  void onlyALargeValueIsSplit() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        var large = row(2000);
        assertThat(execute(session, write(key, large)).outcome().status())
            .isEqualTo(Status.SUCCEEDED);
        assertThat(isStored(key.text())).isFalse();
        assertThat(isStored(key.text() + "_00")).isTrue();
        assertThat(isStored(key.text() + "_01")).isTrue();
        assertHolds(session, key, large);
        var small = smallRow();
        assertThat(execute(session, write(key, small)).outcome().status())
            .isEqualTo(Status.SUCCEEDED);
        assertThat(isStored(key.text())).isTrue();
        assertThat(isStored(key.text() + "_00")).isFalse();
        assertHolds(session, key, small);
        assertThat(execute(session, TestOperation.on(OperationType.DELETE, key)).outcome().status())
            .isEqualTo(Status.SUCCEEDED);
        assertThat(isStored(key.text())).isFalse();
      }
    });
  }

  private static boolean isStored(String key) throws Exception {
    return MemcachedServers.ask(server.port(), "get " + key).startsWith("VALUE");
  }

  @Test
  void operationsThatTheClientCannotDoWithChunksAreNotOffered() {
    var values = TestTarget.values(driver(), settings());
    assertThat(driver().operations(values))
        .extracting(OperationType::name)
        .containsExactlyInAnyOrder("read", "insert", "update", "delete", "bulk-read", "bulk-write");
  }
}

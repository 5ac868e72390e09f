package org.plimsoll.driver.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.testkit.TestTarget;

class DynamoDbAddressTest {
  @Test
  void anAddressIsATableWithOrWithoutRegionOrServer() {
    assertThat(DynamoDbAddress.parse("users")).isEqualTo(new DynamoDbAddress(null, null, "users"));
    assertThat(DynamoDbAddress.parse("eu-west-1/users"))
        .isEqualTo(new DynamoDbAddress("eu-west-1", null, "users"));
    assertThat(DynamoDbAddress.parse("us-gov-west-1/a.b-c_d"))
        .isEqualTo(new DynamoDbAddress("us-gov-west-1", null, "a.b-c_d"));
    assertThat(DynamoDbAddress.parse("localhost:8000/users"))
        .isEqualTo(new DynamoDbAddress(null, "localhost:8000", "users"));
    assertThat(DynamoDbAddress.parse("[::1]:8000"))
        .isEqualTo(new DynamoDbAddress(null, "[::1]:8000", "plimsoll"));
  }

  @Test
  void aServerThatClosesTheConnectionIsReportedBriefly() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> hangUp(other));
      String address = "127.0.0.1:" + other.getLocalPort();
      Map<String, String> login = Map.of("user", "local", "password", "local");
      try (TestTarget context =
          new TestTarget(new DynamoDbDriver(), address + "/users", login, List.of("field0"))) {
        assertThatThrownBy(context::open)
            .hasMessage(
                address
                    + " closed the connection without an answer: it may speak another protocol");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"índex", "ab"})
  void anInvalidIndexNameIsRefusedBeforeAnyRequest(String index) {
    try (TestTarget context =
        new TestTarget(
            new DynamoDbDriver(),
            "127.0.0.1:1/users",
            Map.of("user", "local", "password", "local", "index", index),
            List.of("field0"))) {
      assertThatThrownBy(context::open)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("index: must be")
          .hasMessageContaining(index);
    }
  }

  @Test
  void queriesOfAnIndexNeedAnIndex() {
    DynamoDbDriver driver = new DynamoDbDriver();
    assertThat(driver.operations(TestTarget.values(driver, Map.of())))
        .noneMatch(type -> type.name().equals("query-index"));
    assertThat(driver.operations(TestTarget.values(driver, Map.of("index", "by-group"))))
        .isEqualTo(driver.operations());
  }

  private static void hangUp(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        var _ = socket.getInputStream().read();
      } catch (IOException e) {
        // The server was closed.
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ab",
        "eu-west-1/",
        "eu_west/users",
        "a/b/c",
        "us ers",
        "h:1/a/b",
        "h:99999/users",
        "[::1]:65536"
      })
  void anInvalidTableIsQuotedAndRefused(String address) {
    assertThatThrownBy(() -> DynamoDbAddress.parse(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be")
        .hasMessageNotContaining("\n");
  }
}

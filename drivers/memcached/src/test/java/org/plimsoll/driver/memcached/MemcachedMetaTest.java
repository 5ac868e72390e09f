package org.plimsoll.driver.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.MemcachedServers;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** The contract with the meta protocol, and features specific to it. */
class MemcachedMetaTest extends MemcachedDriverTest {
  @Override
  protected Map<String, String> settings() {
    return Map.of("protocol", "meta");
  }

  @Override
  protected String tooLarge() {
    return "SERVER_ERROR object too large for cache";
  }

  @Test
  void aRefusalIsReportedInTheServersWords() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        MemcachedServers.ask(server.port(), "set " + key.text() + ":count 0 0 3\r\nabc");
        OperationType increment = operation("increment");
        var ending = execute(session, TestOperation.on(increment, key));
        assertThat(ending.outcome().failureCode()).isEqualTo("not-a-number");
        assertThat(ending.message())
            .isEqualTo("CLIENT_ERROR cannot increment or decrement non-numeric value");
      }
    });
  }

  /**
   * Long times to live: the server reads 30 days or more as a Unix time, which would be in 1970.
   */
  @Test
  void aTimeToLiveOfMonthsIsNotReadAsADate() throws Exception {
    opened(
        address(),
        Map.of("protocol", "meta", "ttl", "100d"),
        client -> {
          try (Session session = client.openSession()) {
            TestKey key = key();
            execute(session, write(key, smallRow())).outcome();
            String answer = MemcachedServers.ask(server.port(), "mg " + key.text() + " t").strip();
            assertThat(answer).matches("HD t(86400\\d\\d|86399\\d\\d)");
            client.settingsChanged(
                TestTarget.values(driver(), Map.of("protocol", "meta", "ttl", "0")));
            execute(session, TestOperation.on(operation("touch"), key)).outcome();
            assertThat(MemcachedServers.ask(server.port(), "mg " + key.text() + " t").strip())
                .isEqualTo("HD t-1");
          }
        });
  }

  private OperationType operation(String name) {
    return driver().operations().stream()
        .filter(type -> type.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theRingOfFolsomIsRefused() {
    assertThatThrownBy(
            () -> opened(address(), Map.of("protocol", "meta", "ring", "folsom"), _ -> {}))
        .hasMessageContaining("ring: must be ketama with protocol=meta");
  }

  /** A server before 1.6, or a proxy. */
  @Test
  void aServerWithoutTheMetaProtocolIsReportedAtOnce() throws Exception {
    try (ServerSocket old = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerErrors(old));
      String address = "127.0.0.1:" + old.getLocalPort();
      assertThatThrownBy(() -> opened(address, settings(), _ -> {}))
          .hasMessage(
              address
                  + " does not support the meta protocol (Memcached 1.6 or later): set"
                  + " protocol=text");
    }
  }

  private static void answerErrors(ServerSocket old) {
    while (!old.isClosed()) {
      try (Socket client = old.accept()) {
        while (client.getInputStream().read(new byte[100]) > 0) {
          client.getOutputStream().write("ERROR\r\n".getBytes(StandardCharsets.US_ASCII));
        }
      } catch (IOException e) {
        return;
      }
    }
  }
}

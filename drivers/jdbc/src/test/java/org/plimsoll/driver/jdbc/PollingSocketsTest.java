package org.plimsoll.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.testkit.TestTarget;

class PollingSocketsTest {
  private static boolean isPollingStream(StackTraceElement frame) {
    return frame.getClassName().equals(PollingStream.class.getName());
  }

  /**
   * Whether any thread reads from a polling stream: JDBC drivers may connect on their own thread.
   */
  private static boolean somebodyReadsFromPollingStream() {
    return Thread.getAllStackTraces().values().stream()
        .anyMatch(stack -> Arrays.stream(stack).anyMatch(PollingSocketsTest::isPollingStream));
  }

  /**
   * Accepts a connection, sends nothing, and closes it when a client polls or gives up.
   *
   * @return whether a client polled for an answer
   */
  private static boolean isAwaited(ServerSocket server) throws IOException {
    try (Socket connection = server.accept()) {
      connection.setSoTimeout(10);
      while (!somebodyReadsFromPollingStream()) {
        try {
          if (connection.getInputStream().read() < 0) {
            return false;
          }
        } catch (SocketTimeoutException e) {
          // The client still waits.
        }
      }
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "cockroachdb", "mariadb"})
  void answersAreReadFromPolledSockets(String dialect) throws Exception {
    String scheme = dialect.equals("mariadb") ? dialect : "postgresql";
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      FutureTask<Boolean> awaited = new FutureTask<>(() -> isAwaited(server));
      Thread.ofPlatform().start(awaited);
      String address = scheme + "://127.0.0.1:" + server.getLocalPort() + "/db";
      Map<String, String> settings =
          Map.of("busy-poll", "true", "dialect", dialect, "connect-timeout", "30s");
      try (TestTarget context =
          new TestTarget(new JdbcDriver(), address, settings, List.of("field0"))) {
        assertThatThrownBy(context::open).hasMessageContaining("cannot be used");
      }
      assertThat(awaited.get()).isTrue();
    }
  }
}

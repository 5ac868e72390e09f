package org.plimsoll.driver.dynomite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DynomiteServers;
import org.plimsoll.testkit.LettuceWarnings;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;
import org.plimsoll.testkit.ServerDriverContract;
import org.plimsoll.testkit.TestTarget;

/** The contract with string rows, on a ring of one node. */
class DynomiteDriverTest extends ServerDriverContract {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path folder;
  static RealServer redis;
  static RealServer server;
  static int adminPort;

  @BeforeAll
  static void startServers() throws IOException {
    redis = RedisServers.start(Files.createDirectory(folder.resolve("redis")));
    adminPort = RealServer.freePort();
    server = DynomiteServers.startAlone(folder, redis.port(), adminPort);
  }

  @AfterAll
  static void stopServers() {
    server.close();
    redis.close();
  }

  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new DynomiteDriver();
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
    return Map.of("admin-port", String.valueOf(adminPort));
  }

  /** Dynomite takes values of 1 MiB. */
  @Override
  protected int hugeValueBytes() {
    return 1 << 20;
  }

  @Test
  void factsNameTheRingItsStorageAndItsConsistency() throws Exception {
    opened(client ->
        assertThat(client.facts())
            .containsEntry("nodes", "1")
            .containsEntry("racks", "dc1/rack1 (1)")
            .containsEntry("local-rack", "dc1/rack1")
            .containsEntry("read-consistency", "DC_ONE")
            .containsKeys("server", "storage"));
  }

  @Test
  void aRackThatTheRingDoesNotHaveIsRefusedWithThoseItHas() {
    assertThatThrownBy(() ->
            opened(
                address(),
                Map.of("admin-port", String.valueOf(adminPort), "rack", "rack9"),
                _ -> {}))
        .hasMessageContaining("rack: must be one of dc1/rack1, was 'rack9'");
  }

  @Test
  void eachConnectionIsClosedOnce() throws Exception {
    try (LettuceWarnings warnings = LettuceWarnings.record()) {
      opened(client -> {
        for (int i = 0; i < 8; i++) {
          execute(client.openSession(), write(key(), smallRow())).outcome();
        }
        var _ = client.telemetry();
      });
      assertThat(warnings.texts()).isEmpty();
    }
  }

  /** An admin port that accepts connections, and at most begins to answer. */
  private static final class SilentPort implements AutoCloseable {
    private final ServerSocket listener;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

    SilentPort(String begun) throws IOException {
      listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
      Thread.ofVirtual()
          .start(() -> {
            try {
              while (true) {
                Socket socket = listener.accept();
                open.add(socket);
                socket.getOutputStream().write(utf8(begun));
              }
            } catch (IOException e) {
              // closed
            }
          });
    }

    int port() {
      return listener.getLocalPort();
    }

    @Override
    public void close() throws IOException {
      listener.close();
      for (Socket each : open) {
        each.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"})
  @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD) // the library can wait for ever
  void anAdminPortThatDoesNotAnswerIsReportedByALiveChangeAndByFacts(String begun)
      throws Exception {
    try (SilentPort silent = new SilentPort(begun)) {
      Map<String, String> settings = new HashMap<>();
      settings.put("admin-port", String.valueOf(silent.port()));
      settings.put("topology", "placement");
      settings.put("placement", "rack1/0");
      // Also that of the node itself, which a busy machine may delay.
      settings.put("connect-timeout", "4s");
      try (TestTarget target = new TestTarget(driver(), address(), settings, fieldNames());
          Client client = target.open()) {
        settings.put("read-consistency", "dc-quorum");
        client.settingsChanged(TestTarget.values(driver(), settings));
        String sentence =
            "the admin port 127.0.0.1:" + silent.port() + " has not answered within 4000 ms";
        await().atMost(PATIENCE).until(() -> target.events().contains(sentence));
        assertThat(client.facts()).containsEntry("admin-port", "does not answer");
      }
    }
  }
}

package org.plimsoll.driver.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SelfSigned;
import org.plimsoll.testkit.ZooKeeperServer;

/** A real server with TLS. */
class ZooKeeperTlsTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String STORE_PASSWORD = "store-pass";
  private static final int SECURE_PORT = RealServer.freePorts(1, 17_000, 19_999)[0];

  @TempDir static Path folder;
  private static SelfSigned made;
  private static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    made = SelfSigned.in(folder);
    server =
        ZooKeeperServer.start(
            SharedZooKeeper.ROOT,
            folder,
            "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
            "secureClientPort=" + SECURE_PORT,
            "secureClientPortAddress=127.0.0.1",
            "ssl.keyStore.location=" + made.pkcs12(STORE_PASSWORD),
            "ssl.keyStore.password=" + STORE_PASSWORD,
            "ssl.clientAuth=none");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new ZooKeeperDriver();
  }

  @Override
  protected String address() {
    return "127.0.0.1:" + SECURE_PORT;
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("tls", "true", "tls-ca", made.certificate().toString());
  }

  private Status write(Session session) {
    return execute(session, write(key(), smallRow())).outcome().status();
  }

  @Test
  void requestsAndMetricsUseTlsAlsoAfterTheServerHasRestarted() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        assertThat(write(session)).isEqualTo(Status.SUCCEEDED);
        assertThat(client.telemetry()).containsKeys("nodes", "sessions");
        assertThat(client.facts()).containsEntry("server " + address(), "standalone");
        server.kill();
        server.start();
        await().pollInSameThread().atMost(PATIENCE).until(() -> write(session) == Status.SUCCEEDED);
      }
    });
  }

  @Test
  void aCertificateThatIsNotTrustedIsRefused() throws Exception {
    assertThatThrownBy(() -> opened(address(), Map.of("tls", "true"), _ -> {}))
        .hasMessageStartingWith(address() + " failed the TLS handshake: ")
        .hasMessageNotContaining("\n");
    Path other = Files.createDirectory(folder.resolve("other"));
    String untrusted = SelfSigned.in(other).certificate().toString();
    assertThatThrownBy(() -> opened(address(), Map.of("tls", "true", "tls-ca", untrusted), _ -> {}))
        .hasMessageStartingWith(address() + " failed the TLS handshake: ");
    assertThatThrownBy(() -> opened(server.address(), Map.of("tls", "true"), _ -> {}))
        .hasMessageStartingWith(server.address() + " ");
    assertThatThrownBy(() -> opened(address(), Map.of("connect-timeout", "1s"), _ -> {}))
        .hasMessageStartingWith(address() + " ");
  }
}

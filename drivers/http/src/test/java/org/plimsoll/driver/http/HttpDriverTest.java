package org.plimsoll.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.NginxServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;
import org.plimsoll.testkit.TestOperation;

/** Tests the driver contract over HTTP/1.1 on a file server. */
class HttpDriverTest extends ServerDriverContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = NginxServer.start(folder, "", "");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new HttpDriver();
  }

  @Override
  protected RealServer server() {
    return server;
  }

  @Override
  protected String address() {
    return server.address();
  }

  /** A file that does not exist tells which request was sent. */
  @Test
  void aRehearsalSendsTheConfiguredRequestOrNothing() throws Exception {
    assertRehearsal(Map.of("rehearsal", "GET /health/{key}"), Status.NOT_FOUND);
    assertRehearsal(Map.of(), Status.SUCCEEDED);
  }

  private void assertRehearsal(Map<String, String> settings, Status status) throws Exception {
    opened(
        address(),
        settings,
        client -> {
          try (Session session = client.openSession()) {
            TestOperation read = TestOperation.on(OperationType.READ, key());
            assertThat(rehearse(session, read).outcome().status()).isEqualTo(status);
          }
        });
  }

  @Test
  void aRehearsalWithAFieldInItsPathIsRefused() {
    Map<String, String> settings = Map.of("rehearsal", "GET /{field}");
    assertThatThrownBy(() -> opened(address(), settings, _ -> {}))
        .hasMessageContaining("rehearsal");
  }
}

package org.plimsoll.driver.geode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SelfSigned;
import org.plimsoll.testkit.TestOperation;

/** A real server that has TLS and requires a login. */
class GeodeSecurityTest extends DriverUnderTest {
  private static final String STORE_PASSWORD = "store-pass";
  private static final int[] PORTS = RealServer.freePorts(2, 17_000, 19_900);

  @TempDir static Path folder;
  private static SelfSigned made;
  private static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    made = SelfSigned.in(folder);
    server =
        SharedGeode.start(
            folder,
            PORTS[0],
            PORTS[1],
            Map.of(
                "ssl-enabled-components", "server,locator",
                "ssl-require-authentication", "false",
                "ssl-keystore", made.pkcs12(STORE_PASSWORD).toString(),
                "ssl-keystore-type", "PKCS12",
                "ssl-keystore-password", STORE_PASSWORD,
                "ssl-truststore", trustStore().toString(),
                "ssl-truststore-type", "PKCS12",
                "ssl-truststore-password", STORE_PASSWORD,
                "security-manager", "GeodeServer$Guard"));
  }

  /** What the server needs to talk to its own locator. */
  private static Path trustStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream pem = Files.newInputStream(made.certificate())) {
      store.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    Path file = folder.resolve("trusted.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, STORE_PASSWORD.toCharArray());
    }
    return file;
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new GeodeDriver();
  }

  @Override
  protected String address() {
    return "127.0.0.1:" + PORTS[0] + "/plimsoll";
  }

  private static Map<String, String> secured(String... more) {
    Map<String, String> all = new HashMap<>();
    all.put("tls", "true");
    all.put("tls-ca", made.certificate().toString());
    all.put("user", "alice");
    all.put("password", "alice-secret");
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }

  @Test
  void aUserLogsInOverTlsThroughLocatorsAndToServers() throws Exception {
    Map<String, String> direct = secured("via", "servers", "tls-ca", "", "tls-verify", "false");
    for (Map<String, String> each : List.of(secured(), direct)) {
      boolean isDirect = each.containsKey("via");
      opened(
          isDirect ? server.address() + "/plimsoll" : address(),
          each,
          client -> {
            try (Session session = client.openSession()) {
              for (OperationType type : List.of(OperationType.INSERT, OperationType.READ)) {
                Outcome outcome = execute(session, TestOperation.on(type, 1, "a")).outcome();
                assertThat(outcome.status()).as(outcome.failureCode()).isEqualTo(Status.SUCCEEDED);
              }
            }
            assertThat(client.count()).hasValue(1);
          });
    }
  }

  @Test
  void regionsAreManagedAndEventsReceivedWithTheLogin() throws Exception {
    opened(
        "127.0.0.1:" + PORTS[0] + "/guarded",
        secured("jmx", "127.0.0.1:" + PORTS[1], "schema", "temporary", "subscribe", "true"),
        client -> assertThat(client.facts()).containsEntry("server", "Geode 1.15.1"));
    assertThatThrownBy(() ->
            opened(
                "127.0.0.1:" + PORTS[0] + "/guarded",
                secured("jmx", "127.0.0.1:" + PORTS[1], "password", "wro-ng"),
                _ -> {}))
        .hasMessageContaining("denies access: ")
        .hasMessageNotContaining("wro-ng");
  }

  @Test
  void refusedCredentialsAndCertificatesAreOneSentence() throws Exception {
    assertThatThrownBy(() -> opened(address(), secured("password", "wro-ng"), _ -> {}))
        .hasMessageStartingWith(address().replace("/plimsoll", "") + " denies access: ")
        .hasMessageNotContaining("wro-ng")
        .hasMessageNotContaining("\n");
    Map<String, String> anonymous = secured();
    anonymous.remove("user");
    assertThatThrownBy(() -> opened(address(), anonymous, _ -> {}))
        .hasMessage("user: must be given with a password, was ''");
    anonymous.remove("password");
    assertThatThrownBy(() -> opened(address(), anonymous, _ -> {}))
        .hasMessageContaining(" denies access: ");
    assertThatThrownBy(() -> opened(address(), secured("tls-ca", ""), _ -> {}))
        .hasMessageContaining(" failed the TLS handshake: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void anotherLoginInTheSameProcessIsRefused() throws Exception {
    opened(
        address(),
        secured(),
        _ ->
            assertThatThrownBy(() ->
                    opened(
                        "127.0.0.1:" + PORTS[0] + "/other",
                        secured("user", "bob", "password", "bob-secret"),
                        _ -> {}))
                .hasMessageStartingWith("another user is logged in to Geode in this process"));
  }
}

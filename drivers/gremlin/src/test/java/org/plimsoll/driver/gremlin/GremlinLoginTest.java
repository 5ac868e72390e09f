package org.plimsoll.driver.gremlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mindrot.jbcrypt.BCrypt;
import org.plimsoll.api.Driver;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SelfSigned;
import org.plimsoll.testkit.TestTarget;

/** Tests TLS and a login with a Gremlin Server that requires both. */
class GremlinLoginTest extends DriverUnderTest {
  private static final String STORE_PASSWORD = "store-pass";

  private static final String USERS =
      """
      {"id": {"@type": "g:Int64", "@value": 0}, "label": "user", "properties": {\
      "username": [{"id": {"@type": "g:Int64", "@value": 1}, "value": "ann"}], \
      "password": [{"id": {"@type": "g:Int64", "@value": 2}, "value": "HASH"}]}}
      """;

  @TempDir static Path folder;
  private static @Nullable SelfSigned certificate;
  private static @Nullable RealServer server;

  @BeforeAll
  static void startServer() throws IOException, InterruptedException {
    SelfSigned own = SelfSigned.in(folder);
    certificate = own;
    Path users = folder.resolve("users.json");
    Files.writeString(users, USERS.replace("HASH", BCrypt.hashpw("secret", BCrypt.gensalt(4))));
    Path credentials = folder.resolve("credentials.properties");
    Files.writeString(
        credentials,
        """
        gremlin.graph=org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph
        gremlin.tinkergraph.graphFormat=graphson
        gremlin.tinkergraph.graphLocation=%s
        """
            .formatted(users));
    server =
        GremlinServers.tinkerGraph(
            folder,
            "authentication:",
            "  authenticator: org.apache.tinkerpop.gremlin.server.auth.SimpleAuthenticator",
            "  config: {credentialsDb: " + credentials + "}",
            "ssl: {enabled: true, keyStoreType: PKCS12, keyStore: "
                + own.pkcs12(STORE_PASSWORD)
                + ", keyStorePassword: "
                + STORE_PASSWORD
                + "}");
  }

  @AfterAll
  static void stopServer() {
    Objects.requireNonNull(server).close();
  }

  @Override
  protected Driver driver() {
    return new GremlinDriver();
  }

  @Override
  protected String address() {
    return Objects.requireNonNull(server).address();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "user",
        "ann",
        "password",
        "secret",
        "tls",
        "true",
        "tls-ca",
        Objects.requireNonNull(certificate).certificate().toString());
  }

  private Map<String, String> with(String name, String value) {
    Map<String, String> changed = new HashMap<>(settings());
    changed.put(name, value);
    return changed;
  }

  /** The code of the client library's failure, below those of the engine and of the driver. */
  private FailureCode codeOf(ThrowingCallable opening) {
    Throwable thrown = catchThrowable(opening);
    assertThat(thrown).hasMessageNotContaining("\n");
    Throwable said = Objects.requireNonNull(thrown.getCause());
    return Failures.codeOf(Objects.requireNonNull(said.getCause()));
  }

  @Test
  void rowsAreWrittenAndReadOverTlsWithALogin() throws Exception {
    opened(client -> {
      assertThat(client.facts()).containsEntry("server", "TinkerGraph");
      try (Session session = client.openSession()) {
        var key = key();
        var row = smallRow();
        assertThat(execute(session, write(key, row)).outcome().status())
            .isEqualTo(Status.SUCCEEDED);
        assertHolds(session, key, row);
      }
    });
  }

  @Test
  void aWrongPasswordIsRefusedInOneSentence() {
    assertThat(codeOf(() -> opened(address(), with("password", "wrong"), _ -> {})))
        .isEqualTo(Common.AUTH);
  }

  @Test
  void anUntrustedCertificateIsRefusedInOneSentence() {
    Map<String, String> untrusting = new HashMap<>(settings());
    untrusting.remove("tls-ca");
    assertThat(codeOf(() -> opened(address(), untrusting, _ -> {}))).isEqualTo(Common.TLS);
  }

  /** The certificate names the address, but not the name that has this address. */
  @Test
  void aCertificateWithoutTheNameOfTheHostIsRefused() {
    String other = address().replace("127.0.0.1", "graph.example");
    try (TestTarget target =
        new TestTarget(driver(), other, settings(), fieldNames())
            .reaching(_ -> TestTarget.byName("127.0.0.1"), _ -> true)) {
      assertThat(codeOf(target::open)).isEqualTo(Common.TLS);
    }
  }

  @Test
  void anUnverifiedCertificateIsAccepted() throws Exception {
    Map<String, String> trusting = with("tls-verify", "false");
    trusting.remove("tls-ca");
    opened(address(), trusting, client -> assertThat(client.count()).isPresent());
  }

  @Test
  void aServerWithTlsIsNamedToAClientWithoutIt() {
    assertThatThrownBy(() -> opened(address(), with("tls", "false"), _ -> {}))
        .hasMessage(
            address()
                + " closed the connection: it may not be Gremlin Server, or path or tls may be"
                + " wrong");
  }
}

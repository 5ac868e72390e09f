package org.plimsoll.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialDeletion;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.SelfSigned;
import org.plimsoll.testkit.TestOperation;

/** TLS and logins on a real broker. */
@ExtendWith(SharedKafka.class)
class KafkaSecurityTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> SCRAM = List.of("scram-sha-256", "scram-sha-512");

  @Override
  protected Driver driver() {
    return new KafkaDriver();
  }

  @Override
  protected String address() {
    return SharedKafka.guarded().tls();
  }

  private static Map<String, String> with(Map<String, String> settings, String... more) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("schema", "temporary");
    all.put("linger", "0");
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }

  private static Map<String, String> tls(String... more) {
    String certificate = SharedKafka.certified().certificate().toString();
    return with(Map.of("tls", "true", "tls-ca", certificate), more);
  }

  private Outcome run(Session session, OperationType type) {
    return execute(session, TestOperation.on(type, 1, "a")).outcome();
  }

  /** Uses each kind of client: the admin client, a producer, the receiver and a consumer. */
  private void assertUsable(Client client) throws Exception {
    try (Session session = client.openSession()) {
      for (OperationType type : List.of(OperationType.INSERT, KafkaSession.DELIVER)) {
        Outcome outcome = run(session, type);
        assertThat(outcome.status()).as(outcome.failureCode()).isEqualTo(Status.SUCCEEDED);
      }
      await()
          .pollInSameThread()
          .atMost(PATIENCE)
          .until(() -> run(session, KafkaSession.CONSUME).status() == Status.SUCCEEDED);
      assertThat(client.count()).hasValue(2);
    }
  }

  @Test
  void connectionsUseTlsAndVerifyTheCertificate() throws Exception {
    opened(address() + "/encrypted", tls(), this::assertUsable);
    opened(
        address() + "/unverified",
        with(Map.of("tls", "true", "tls-verify", "false")),
        this::assertUsable);
    assertThatThrownBy(() -> opened(address(), with(Map.of("tls", "true")), _ -> {}))
        .hasMessageStartingWith(address() + " failed the TLS handshake: ")
        .hasMessageContaining("certification path")
        .hasMessageNotContaining("\n");
    assertThatThrownBy(() -> opened(address(), tls("tls-ca", "/nowhere"), _ -> {}))
        .hasMessage("tls-ca: must be a file with certificates in PEM, was '/nowhere'");
    assertThatThrownBy(() -> opened(address(), with(Map.of(), "connect-timeout", "1s"), _ -> {}))
        .hasMessageStartingWith(address() + " did not answer in time: does its listener require");
  }

  @Test
  void aListenerThatRequiresAClientCertificateTakesOnlyATrustedOne(@TempDir Path other)
      throws Exception {
    String address = SharedKafka.guarded().mutual();
    opened(address + "/mutual", certified(SharedKafka.certified()), this::assertUsable);
    assertThatThrownBy(() -> opened(address, tls(), _ -> {}))
        .hasMessageStartingWith(address + " failed the TLS handshake: ")
        .hasMessageNotContaining("\n");
    SelfSigned untrusted = SelfSigned.in(other);
    assertThatThrownBy(() -> opened(address, certified(untrusted), _ -> {}))
        .hasMessageStartingWith(address + " failed the TLS handshake: ");
    String certificate = untrusted.certificate().toString();
    assertThatThrownBy(() -> opened(address, tls("tls-cert", certificate), _ -> {}))
        .hasMessage("tls-key: must be given together with tls-cert, was ''");
    Map<String, String> swapped = tls("tls-cert", certificate, "tls-key", certificate);
    assertThatThrownBy(() -> opened(address, swapped, _ -> {}))
        .hasMessage(
            "tls-key: must be a file with a private key in PKCS #8, was '" + certificate + "'");
  }

  private static Map<String, String> certified(SelfSigned client) {
    return tls("tls-cert", client.certificate().toString(), "tls-key", client.key().toString());
  }

  @Test
  void aUserLogsInWithEachMechanismWithAndWithoutTls() throws Exception {
    createUser("bob");
    for (String mechanism : List.of("plain", "scram-sha-256", "scram-sha-512")) {
      String user = mechanism.equals("plain") ? SharedKafka.USER : "bob";
      Map<String, String> login =
          Map.of("user", user, "password", SharedKafka.PASSWORD, "sasl-mechanism", mechanism);
      opened(SharedKafka.guarded().login() + "/" + mechanism, with(login), this::assertUsable);
      Map<String, String> both = new HashMap<>(tls());
      both.putAll(login);
      opened(SharedKafka.guarded().tlsAndLogin() + "/" + mechanism, both, this::assertUsable);
    }
  }

  @Test
  void aWrongPasswordIsRefusedInOneSentenceWithoutIt() throws Exception {
    createUser("carol");
    String address = SharedKafka.guarded().login();
    for (String mechanism : SCRAM) {
      Map<String, String> wrong =
          Map.of("user", "carol", "password", "wro-ng", "sasl-mechanism", mechanism);
      assertThatThrownBy(() -> opened(address, wrong, _ -> {}))
          .hasMessageStartingWith(address + " refused the credentials: ")
          .hasMessageNotContaining("wro-ng")
          .hasMessageNotContaining("\n");
    }
    assertThatThrownBy(() ->
            opened(
                address,
                Map.of("user", "alice", "password", "wro-ng", "sasl-mechanism", "plain"),
                _ -> {}))
        .hasMessageStartingWith(address + " refused the credentials: ")
        .hasMessageNotContaining("wro-ng");
    assertThatThrownBy(() -> opened(address, Map.of("password", "wro-ng"), _ -> {}))
        .hasMessage("user: must be given with a password, was ''");
  }

  /** Waits until new consumers fail with a code: the broker applies a change a moment later. */
  private void awaitFailure(Client client, String code) {
    await()
        .pollInSameThread()
        .atMost(PATIENCE)
        .until(() -> {
          try (Session session = client.openSession()) {
            return code.equals(run(session, KafkaSession.CONSUME).failureCode());
          }
        });
  }

  @Test
  void operationsOfAUserWhoIsDeletedFailWithAuth() throws Exception {
    createUser("dave");
    String address = SharedKafka.guarded().login() + "/deleted";
    Map<String, String> login = Map.of("user", "dave", "password", SharedKafka.PASSWORD);
    opened(
        address,
        with(login, "delivery-timeout", "1s"),
        client -> {
          try (Session session = client.openSession()) {
            // A busy broker may need longer than the timeout.
            await()
                .pollInSameThread()
                .atMost(PATIENCE)
                .until(() -> run(session, OperationType.INSERT).status() == Status.SUCCEEDED);
            deleteUser("dave");
            awaitFailure(client, "auth");
            assertThat(run(session, KafkaSession.DELIVER).failureCode()).isEqualTo("auth");
            SharedKafka.server().kill();
            SharedKafka.server().start();
            await()
                .pollInSameThread()
                .atMost(PATIENCE)
                .until(() -> "auth".equals(run(session, OperationType.INSERT).failureCode()));
            for (int i = 0; i < 20; i++) {
              assertThat(run(session, OperationType.INSERT).failureCode()).isEqualTo("auth");
            }
          }
          createUser("dave"); // so that the topic can be deleted
        });
  }

  @Test
  void operationsFailWithTlsAfterTheCertificateHasBecomeAnotherOne(@TempDir Path other)
      throws Exception {
    SelfSigned untrusted = SelfSigned.in(other);
    opened(
        address() + "/replaced",
        tls(),
        client -> {
          try (Session holdsTheProducer = client.openSession()) {
            assertThat(run(holdsTheProducer, OperationType.INSERT).status())
                .isEqualTo(Status.SUCCEEDED);
            useKeyStore(untrusted.pkcs12(SharedKafka.STORE_PASSWORD));
            awaitFailure(client, "tls");
          } finally {
            useKeyStore(SharedKafka.certified().pkcs12(SharedKafka.STORE_PASSWORD));
          }
        });
  }

  private interface Administration {
    void with(Admin admin) throws Exception;
  }

  private static void administer(Administration work) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedKafka.server().address()))) {
      work.with(admin);
    }
  }

  /**
   * Creates a user, of whom the broker learns a moment later, who has the same password for each
   * mechanism of SCRAM.
   */
  private void createUser(String user) throws Exception {
    alter(mechanism ->
        new UserScramCredentialUpsertion(
            user, new ScramCredentialInfo(mechanism, 4096), SharedKafka.PASSWORD));
    Map<String, String> login = Map.of("user", user, "password", SharedKafka.PASSWORD);
    await()
        .pollInSameThread()
        .ignoreExceptions()
        .atMost(PATIENCE)
        .untilAsserted(() -> opened(SharedKafka.guarded().login(), with(login), _ -> {}));
  }

  private static void deleteUser(String user) throws Exception {
    alter(mechanism -> new UserScramCredentialDeletion(user, mechanism));
  }

  private static void alter(Function<ScramMechanism, UserScramCredentialAlteration> alteration)
      throws Exception {
    administer(admin -> {
      for (ScramMechanism each :
          List.of(ScramMechanism.SCRAM_SHA_256, ScramMechanism.SCRAM_SHA_512)) {
        var _ = admin.alterUserScramCredentials(List.of(alteration.apply(each))).all().get();
      }
    });
  }

  private static void useKeyStore(Path store) throws Exception {
    administer(admin -> {
      ConfigEntry location =
          new ConfigEntry("listener.name.ssl.ssl.keystore.location", store.toString());
      var _ =
          admin
              .incrementalAlterConfigs(
                  Map.of(
                      new ConfigResource(ConfigResource.Type.BROKER, "1"),
                      List.of(new AlterConfigOp(location, AlterConfigOp.OpType.SET))))
              .all()
              .get();
    });
  }
}

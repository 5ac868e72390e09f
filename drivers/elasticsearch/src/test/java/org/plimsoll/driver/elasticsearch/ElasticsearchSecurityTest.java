package org.plimsoll.driver.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.GuardedElasticsearch;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import tools.jackson.databind.json.JsonMapper;

/** Tests the contract over TLS on Elasticsearch with its own security, and access to it. */
@Tag("slow")
class ElasticsearchSecurityTest extends DriverContract {
  /** The privileges that the driver's page documents. */
  private static final String BENCH =
      """
      {"cluster":["monitor"],"indices":[{"names":["keyed*"],"privileges":["all"]}]}
      """;

  @TempDir static Path folder;
  static GuardedElasticsearch server;

  @BeforeAll
  static void startServer() throws Exception {
    server = GuardedElasticsearch.start(SharedOpenSearch.ROOT, folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new ElasticsearchDriver();
  }

  @Override
  protected String address() {
    return server.address() + "/guarded";
  }

  @Override
  protected Map<String, String> settings() {
    return trusting("user", GuardedElasticsearch.USER, "password", GuardedElasticsearch.PASSWORD);
  }

  private static Map<String, String> trusting(String... more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("tls", "true");
    settings.put("tls-ca", server.certificate().toString());
    settings.put("refresh", "true");
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return settings;
  }

  /** Creates an API key with only these privileges. */
  private static String apiKey(String privileges) throws Exception {
    String answer =
        server.send(
            "POST",
            "/_security/api_key",
            "{\"name\":\"bench\",\"expiration\":\"1h\",\"role_descriptors\":{\"bench\":"
                + privileges
                + "}}");
    return JsonMapper.shared().readTree(answer).path("encoded").asString();
  }

  @Test
  void theDocumentedPrivilegesOfAnApiKeySuffice() throws Exception {
    Map<String, String> settings = trusting("api-key", apiKey(BENCH), "schema", "temporary");
    opened(
        server.address() + "/keyed",
        settings,
        client -> {
          assertThat(client.facts()).containsEntry("distribution", "elasticsearch");
          assertThat(client.telemetry()).containsKey("heap_used_bytes");
          TestKey key = key();
          try (Session session = client.openSession()) {
            var row = smallRow();
            execute(session, write(key, row)).outcome();
            assertHolds(session, key, row);
            var bulk = TestOperation.bulk(OperationType.BULK_READ, List.of(key), List.of());
            assertThat(execute(session, bulk).outcome().items()).isEqualTo(1);
            var scan = execute(session, TestOperation.scan(key, 10)).outcome();
            assertThat(scan.items()).isEqualTo(1);
          }
          assertThat(client.count()).hasValue(1);
        });
  }

  @Test
  void aRolledIndexAlsoNeedsThePrivilegeForItsTemplate() throws Exception {
    String mayRoll = BENCH.replace("\"monitor\"", "\"monitor\",\"manage_index_templates\"");
    Map<String, String> rolling = trusting("schema", "temporary", "roll", "daily");
    rolling.put("api-key", apiKey(mayRoll));
    opened(
        server.address() + "/keyed-rolled",
        rolling,
        client -> {
          TestKey key = key();
          try (Session session = client.openSession()) {
            var row = smallRow();
            execute(session, write(key, row)).outcome();
            assertHolds(session, key, row);
          }
        });
    rolling.put("api-key", apiKey(BENCH));
    assertThatThrownBy(() -> opened(server.address() + "/keyed-not", rolling, _ -> {}))
        .hasMessageContaining("answered with an error: 403")
        .hasMessageContaining("unauthorized")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aMissingPrivilegeIsReportedAndFailsOperations() throws Exception {
    String key = apiKey(BENCH);
    assertThatThrownBy(
            () -> opened(server.address() + "/foreign", trusting("api-key", key), _ -> {}))
        .hasMessage(server.address() + " denies this user a required permission: status 403");
    String mayRead =
        apiKey(
            """
            {"cluster":["monitor"],"indices":[{"names":["guarded"],
             "privileges":["read","view_index_metadata","maintenance"]}]}
            """);
    opened(client -> assertThat(client.count()).isPresent());
    opened(
        address(),
        trusting("api-key", mayRead, "schema", "none"),
        client -> {
          try (Session session = client.openSession()) {
            var outcome = execute(session, write(key(), smallRow())).outcome();
            assertThat(outcome.failureCode()).isEqualTo("auth");
          }
        });
  }

  @Test
  void wrongCredentialsAreReportedWithoutTheirText() {
    String refused = server.address() + " refused the credentials: status 401";
    assertThatThrownBy(
            () -> opened(address(), trusting("user", "elastic", "password", "wrng"), _ -> {}))
        .hasMessage(refused);
    assertThatThrownBy(
            () -> opened(address(), trusting("user", "nobody", "password", "x"), _ -> {}))
        .hasMessage(refused);
    assertThatThrownBy(() -> opened(address(), trusting("api-key", "d3JuZzp3cm5n"), _ -> {}))
        .hasMessage(refused);
    assertThatThrownBy(() -> opened(address(), trusting(), _ -> {})).hasMessage(refused);
  }

  @Test
  void anUnknownCertificateAuthorityIsReported() {
    Map<String, String> settings = new HashMap<>(settings());
    settings.remove("tls-ca");
    assertThatThrownBy(() -> opened(address(), settings, _ -> {}))
        .hasMessageContaining(server.address() + " failed the TLS handshake")
        .hasMessageNotContaining("\n")
        .hasMessageNotContaining(GuardedElasticsearch.PASSWORD);
  }

  @Test
  void aConnectionWithoutTlsIsReported() {
    Map<String, String> settings = new HashMap<>(settings());
    settings.put("tls", "false");
    assertThatThrownBy(() -> opened(address(), settings, _ -> {}))
        .hasMessageStartingWith(server.address() + " ")
        .hasMessageNotContaining("\n")
        .hasMessageNotContaining(GuardedElasticsearch.PASSWORD);
  }
}

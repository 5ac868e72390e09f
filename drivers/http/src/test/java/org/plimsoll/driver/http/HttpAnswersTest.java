package org.plimsoll.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.NginxServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests the requests to a real server, and the outcomes of its answers. */
class HttpAnswersTest {
  /** Configuration of nginx that answers with the status in the path, or with the request. */
  private static final String SERVER =
      """
      location /status/500/ { return 500; }
      location /status/429/ { add_header Retry-After 7 always; return 429; }
      location /status/503/ { add_header Retry-After 7 always; return 503; }
      location /status/400/ { return 400; }
      location /status/401/ { return 401; }
      location /status/403/ { return 403; }
      location /status/404/ { return 404; }
      location /status/410/ { return 410; }
      location /status/409/ { return 409; }
      location /status/413/ { return 413; }
      location /status/418/ { return 418; }
      location /status/502/ { return 502; }
      location /status/504/ { return 504; }
      location /status/505/ { return 505; }
      location /status/204/ { return 204; }
      location /moved/ { return 302 /there; }
      location = /there { return 200 "there"; }
      location /json/ {
        default_type application/json;
        set $who '"who": "$http_x_who", "uri": "$request_uri"';
        return 200 '{"id": 7, "ok": false, "hits": [], $who}';
      }
      location /secret/ {
        auth_basic "closed";
        auth_basic_user_file USERS;
      }
      location /short/ { keepalive_requests 2; return 200 "short"; }
      location /echo/ {
        default_type text/plain;
        return 200 "$request_method $request_uri $http_authorization";
      }
      """;

  private static final List<String> FIELDS = List.of("one");
  private static final List<String> TWO_FIELDS = List.of("one", "two");

  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    // The format of nginx for a plain-text password.
    Path users = Files.writeString(folder.resolve("users"), "sailor:{PLAIN}open-sesame\n");
    server = NginxServer.start(folder, "", SERVER.replace("USERS", users.toString()));
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "400,bad-request",
    "401,auth",
    "403,auth",
    "409,conflict",
    "413,too-large",
    "418,unexpected-status-4xx",
    "429,throttled",
    "500,internal-error",
    "502,bad-gateway",
    "503,unavailable",
    "504,gateway-timeout",
    "505,unexpected-status-5xx"
  })
  void statusesBecomeCodes(int status, String code) throws Exception {
    Outcome outcome = read(Map.of("read", "GET /status/" + status + "/{key}"));
    assertThat(outcome.failureCode()).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 410})
  void aMissingResourceIsNotFound(int status) throws Exception {
    assertThat(read(Map.of("read", "GET /status/" + status + "/{key}")).status())
        .isEqualTo(Status.NOT_FOUND);
  }

  @Test
  void aFailureHasTheServersMessage() throws Exception {
    assertThat(said(Map.of("read", "GET /status/503/{key}")))
        .startsWith("503 Service Temporarily Unavailable: <html>");
    assertThat(said(Map.of("read", "GET /there", "success", "204"))).isEqualTo("200 OK: there");
    assertThat(said(Map.of("read", "GET /json/{key}", "check", "read=$.none")))
        .startsWith("the answer: {");
  }

  private static String said(Map<String, String> settings) throws Exception {
    return Objects.requireNonNull(read(settings).message()).get();
  }

  @Test
  void theUserChoosesTheSuccessfulStatuses() throws Exception {
    Map<String, String> moved = Map.of("read", "GET /moved/{key}");
    assertThat(read(moved).failureCode()).isEqualTo("redirected");
    assertThat(read(Map.of("read", "GET /moved/{key}", "success", "2xx,302")).status())
        .isEqualTo(Status.SUCCEEDED);
    assertThat(read(Map.of("read", "GET /status/204/{key}", "success", "200")).failureCode())
        .isEqualTo("unexpected-status-2xx");
  }

  @Test
  void redirectsAreFollowedIfConfiguredAndCounted() throws Exception {
    try (Opened opened = open(Map.of("read", "GET /moved/{key}", "redirects", "follow"))) {
      Ending ending = opened.run(TestOperation.on(OperationType.READ, TestKey.of(1)));
      assertThat(text(ending)).isEqualTo("there");
      assertThat(ending.outcome().attempts()).isEqualTo(2);
      assertThat(opened.context.counts()).containsEntry("redirects-followed", 1L);
    }
  }

  @Test
  void retryAfterIsCountedAndTheRequestIsNotSentAgain() throws Exception {
    try (Opened opened = open(Map.of("read", "GET /status/429/{key}"))) {
      for (int i = 0; i < 3; i++) {
        Ending ending = opened.run(TestOperation.on(OperationType.READ, TestKey.of(i)));
        assertThat(ending.outcome().attempts()).isEqualTo(1);
      }
      assertThat(opened.context.counts()).containsEntry("retry-after", 3L);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "$.id,",
    "$.ok,check-failed",
    "$.none,check-failed",
    "$.hits[*],check-failed",
    "$[?(@.id == 7)],",
    "$[?(@.id == 8)],check-failed",
    "$.who,"
  })
  void answersAreCheckedByJsonPath(String path, String code) throws Exception {
    Outcome outcome = read(Map.of("read", "GET /json/{key}", "check", "read=" + path));
    assertThat(outcome.failureCode()).isEqualTo(code);
  }

  @Test
  void anAnswerThatIsNotJsonFailsItsCheck() throws Exception {
    assertThat(read(Map.of("read", "GET /there", "check", "read=$.id")).failureCode())
        .isIn("not-json", "check-failed");
  }

  @Test
  void templatesAreFilledFromKeyAndRow() throws Exception {
    try (Opened opened = open(Map.of("read", "GET /echo/{key}/{number}?q={key}"))) {
      TestKey key = TestKey.of(42, "a b/ü%");
      assertThat(text(opened.run(TestOperation.on(OperationType.READ, key))))
          .startsWith("GET /echo/a%20b%2F%C3%BC%25/42?q=a%20b%2F%C3%BC%25");
    }
    Map<String, String> settings = Map.of("body", "{\"a\": \"{base64:two}\"}");
    try (Opened opened = open(server.address(), settings, TWO_FIELDS)) {
      TestRow row =
          TestRow.of(TWO_FIELDS, List.of(new byte[] {1}, "x".getBytes(StandardCharsets.UTF_8)));
      TestKey file = TestKey.of(1, "filled");
      var written = opened.run(TestOperation.on(OperationType.UPDATE, file, row)).outcome();
      assertThat(written.status()).isEqualTo(Status.SUCCEEDED);
      assertThat(written.payloadBytes()).isEqualTo(2);
    }
    assertThat(folder.resolve("nginx-" + server.port() + "/files/filled"))
        .hasContent("{\"a\": \"eA==\"}");
  }

  @Test
  void namedRequestsAreOperations() throws Exception {
    Map<String, String> settings =
        Map.of("requests", "search=GET /echo/search?q={key}; store=PUT /{key}; drop=DELETE /{key}");
    Set<OperationType> operations =
        new HttpDriver().operations(TestTarget.values(new HttpDriver(), settings));
    assertThat(operations)
        .contains(OperationType.READ, OperationType.reading("search"))
        .contains(OperationType.writing("store"))
        .contains(new OperationType("drop", OperationType.Side.WRITES, false, false));
    try (Opened opened = open(settings)) {
      TestKey key = TestKey.of(5, "named");
      var search = TestOperation.on(OperationType.reading("search"), key);
      assertThat(opened.run(search).outcome().payloadBytes())
          .isEqualTo("GET /echo/search?q=named ".length());
      var store =
          TestOperation.on(
              OperationType.writing("store"), key, TestRow.of(FIELDS, List.of(new byte[9])));
      assertThat(opened.run(store).outcome().status()).isEqualTo(Status.SUCCEEDED);
      var drop =
          TestOperation.on(new OperationType("drop", OperationType.Side.WRITES, false, false), key);
      assertThat(opened.run(drop).outcome().status()).isEqualTo(Status.SUCCEEDED);
      assertThat(opened.run(drop).outcome().status()).isEqualTo(Status.NOT_FOUND);
    }
  }

  @Test
  void headersChangeDuringARun() throws Exception {
    Map<String, String> settings =
        Map.of("read", "GET /json/{key}", "headers", "X-Who: w{number}", "check", "read=$.who");
    try (Opened opened = open(settings)) {
      assertThat(text(opened.run(TestOperation.on(OperationType.READ, TestKey.of(3)))))
          .contains("\"who\": \"w3\"");
      Map<String, String> changed = new HashMap<>(settings);
      changed.put("secret-headers", "X-Who: hidden");
      opened.client.settingsChanged(TestTarget.values(new HttpDriver(), changed));
      assertThat(text(opened.run(TestOperation.on(OperationType.READ, TestKey.of(3)))))
          .contains("\"who\": \"hidden\"");
    }
  }

  @Test
  void credentialsAreSentAndWrongOnesAreReportedWithoutThePassword() throws Exception {
    Map<String, String> right = Map.of("user", "sailor", "password", "open-sesame");
    try (Opened opened = open(server.address() + "/secret", right, FIELDS)) {
      Path files =
          Files.createDirectories(folder.resolve("nginx-" + server.port() + "/files/secret"));
      Files.writeString(files.resolve("user1"), "for sailors");
      assertThat(text(opened.run(TestOperation.on(OperationType.READ, TestKey.of(1)))))
          .isEqualTo("for sailors");
    }
    Map<String, String> wrong = Map.of("user", "sailor", "password", "wrong-word");
    assertThatThrownBy(() -> open(server.address() + "/secret", wrong, FIELDS))
        .hasMessageContaining(server.address())
        .hasMessageContaining("refused the credentials")
        .hasMessageNotContaining("wrong-word");
  }

  @Test
  void noMessageContainsASecretHeader() {
    assertThatThrownBy(() -> HttpSettings.SECRET_HEADERS.parse("Authorization Bearer s3cret"))
        .hasMessageContaining("secret-headers: must be headers")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void aServerThatClosesIdleConnectionsFailsNoOperation() throws Exception {
    try (Opened opened = open(Map.of("read", "GET /short/{key}"))) {
      for (int i = 0; i < 10; i++) {
        assertThat(opened.run(TestOperation.on(OperationType.READ, TestKey.of(i))).outcome())
            .extracting(Outcome::status)
            .isEqualTo(Status.SUCCEEDED);
      }
      assertThat(opened.context.counts().get("connections-opened")).isBetween(4L, 7L);
    }
  }

  @Test
  void withoutKeepAliveEachRequestHasItsOwnConnection() throws Exception {
    try (Opened opened = open(Map.of("read", "GET /there", "keep-alive", "false"))) {
      for (int i = 0; i < 5; i++) {
        assertThat(opened.run(TestOperation.on(OperationType.READ, TestKey.of(i))).outcome())
            .extracting(Outcome::status)
            .isEqualTo(Status.SUCCEEDED);
      }
      assertThat(opened.context.counts().get("connections-opened")).isBetween(5L, 6L);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":80", "h:99999", "h:x", "h/x?y=1", "h x"})
  void anInvalidAddressIsRefusedBeforeAnyConnection(String address) {
    assertThatThrownBy(() -> new HttpDriver().checkAddress(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be host[:port][/path]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "read | get /x | read: must be METHOD /path",
        "requests | read=GET /x | requests: must be requests such as",
        "requests | Search=GET /x | requests: must be requests such as",
        "success | 2x | success: must be statuses such as",
        "check | read=$[ | check: must be JSON paths",
        "headers | no colon | headers: must be headers such as"
      })
  void anInvalidSettingIsReported(String setting, String text, String sentence) {
    assertThatThrownBy(() ->
            TestTarget.values(new HttpDriver(), Map.of(setting, text))
                .get(
                    new HttpDriver()
                        .settings().stream()
                            .filter(s -> s.name().equals(setting))
                            .findFirst()
                            .orElseThrow()))
        .hasMessageContaining(sentence);
  }

  @Test
  void aServerWithoutTlsIsReportedWithoutItsAnswer() {
    assertThatThrownBy(() -> openedOnly(new HttpsDriver(), Map.of()))
        .hasMessage(server.address() + " does not speak TLS: try http:// instead of https://");
  }

  @Test
  void aServerWithoutHttp2IsReportedWithoutItsAnswer() {
    assertThatThrownBy(() -> openedOnly(new HttpDriver(), Map.of("version", "http2")))
        .hasMessage(server.address() + " does not speak HTTP/2 without TLS: try version=http1");
  }

  @Test
  void aCheckOfAnUnknownOperationIsReportedWithTheKnownOnes() {
    assertThatThrownBy(() -> openedOnly(new HttpDriver(), Map.of("check", "raed=$.x")))
        .hasMessageEndingWith("was 'raed'; known are delete, insert, read, update");
  }

  private static void openedOnly(Driver driver, Map<String, String> settings) throws Exception {
    try (TestTarget context = new TestTarget(driver, server.address(), settings, FIELDS);
        Client client = context.open()) {
      assertThat(client.facts()).isNotEmpty();
    }
  }

  @Test
  void aFieldThatNoRowHasIsReported() {
    assertThatThrownBy(() -> open(server.address(), Map.of("body", "{field:three}"), TWO_FIELDS))
        .hasMessageContaining("three")
        .hasMessageContaining("one, two");
  }

  private static Outcome read(Map<String, String> settings) throws Exception {
    try (Opened opened = open(settings)) {
      return opened.run(TestOperation.on(OperationType.READ, TestKey.of(1))).outcome();
    }
  }

  private static String text(Ending ending) {
    assertThat(ending.outcome().status())
        .as(ending.outcome().failureCode())
        .isEqualTo(Status.SUCCEEDED);
    return new String(ending.fields().getFirst().value(), StandardCharsets.UTF_8);
  }

  private static Opened open(Map<String, String> settings) throws Exception {
    return open(server.address(), settings, FIELDS);
  }

  private static Opened open(String address, Map<String, String> settings, List<String> fields)
      throws Exception {
    TestTarget context = new TestTarget(new HttpDriver(), address, settings, fields);
    Client client = context.open();
    return new Opened(context, client, client.openSession());
  }

  private record Opened(TestTarget context, Client client, Session session)
      implements AutoCloseable {
    Ending run(TestOperation operation) {
      Ending ending = new Ending();
      session.execute(operation, ending);
      var _ = ending.outcome();
      return ending;
    }

    @Override
    public void close() {
      session.close();
      client.close();
      context.close();
    }
  }
}

package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.http.Access;
import org.plimsoll.server.run.LiveRuns;

/** Requests that are refused before they are handled, and the headers of every answer. */
@Timeout(180)
class RequestsTest {
  private static final String JSON = "Content-Type: application/json\r\n";
  private static final String HERE = "Host: 127.0.0.1\r\n";

  @TempDir Path folder;
  private PlimsollServer server;

  @BeforeEach
  void start() {
    server = serve(ServerSettings.REQUESTS_PER_SECOND);
  }

  private PlimsollServer serve(double requestsPerSecond) {
    return PlimsollServer.start(
        new ServerSettings(
            ServerSettings.LOOPBACK,
            0,
            Access.open(),
            null,
            Set.of("bench.example.com"),
            requestsPerSecond),
        new LiveRuns(Drivers.of(new SimDriver()), folder, 3));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private RawHttp.Answer send(String line, String headers, String body) throws Exception {
    return RawHttp.send(server.port(), line + " HTTP/1.1", headers, body);
  }

  private RawHttp.Answer post(String path, String headers, String body) throws Exception {
    return send("POST " + path, headers + "Content-Length: " + body.length() + "\r\n", body);
  }

  private static void assertProblem(RawHttp.Answer answer, int status) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
    assertThat(answer.json().path("status").asInt()).isEqualTo(status);
    assertThat(answer.json().path("detail").asString()).endsWith(".");
    assertThat(answer.json().path("title").asString()).isNotEmpty();
    assertHeaders(answer);
  }

  private static void assertHeaders(RawHttp.Answer answer) {
    assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
    assertThat(answer.header("referrer-policy")).isEqualTo("no-referrer");
    assertThat(answer.header("content-security-policy"))
        .contains("default-src 'self'")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(answer.headers()).doesNotContainKeys("server", "x-powered-by");
    assertThat(answer.body().toLowerCase(java.util.Locale.ROOT))
        .doesNotContain("jetty")
        .doesNotContain("javalin")
        .doesNotContain("exception");
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example.com", "127.0.0.1.nip.io:80", "localhost.evil.com", ""})
  void unknownHostNamesAreRefused(String host) throws Exception {
    assertThat(send("GET /api/v1/session", "Host: " + host + "\r\n", "").status()).isIn(400, 421);
    assertThat(post("/api/v1/kill", "Host: " + host + "\r\n", "").status()).isIn(400, 421);
    assertProblem(send("GET /", "Host: evil.example.com\r\n", ""), 421);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1", "127.0.0.1:7450", "LOCALHOST:1", "[::1]:80", "bench.example.com."})
  void theServersNamesAndAddressesAreAccepted(String host) throws Exception {
    RawHttp.Answer answer = send("GET /api/v1/session", "Host: " + host + "\r\n", "");

    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    assertHeaders(answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: https://evil.example.com",
        "Origin: null",
        "Origin: http://127.0.0.1:1",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site"
      })
  void pagesOfOtherSitesCannotChangeAnything(String header) throws Exception {
    assertProblem(post("/api/v1/kill", HERE + header + "\r\n", ""), 403);
    assertProblem(send("DELETE /api/v1/runs/x", HERE + header + "\r\n", ""), 403);
  }

  @Test
  void theServersOwnPageCanChangeRuns() throws Exception {
    String own =
        "Host: 127.0.0.1:9\r\nOrigin: http://127.0.0.1:9\r\nSec-Fetch-Site: same-origin\r\n";

    assertThat(post("/api/v1/kill", own, "").status()).isEqualTo(200);
  }

  @Test
  void bodiesThatFormsCanSendAreRefused() throws Exception {
    for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "")) {
      String header = type.isEmpty() ? "" : "Content-Type: " + type + "\r\n";
      assertProblem(post("/api/v1/kill", HERE + header, "{}"), 415);
    }
    assertThat(post("/api/v1/kill", HERE + JSON, "{}").status()).isEqualTo(200);
  }

  @Test
  void bodySizesAreLimitedWithAndWithoutALength() throws Exception {
    // No bytes that the server does not read: it would reset the connection and lose its answer.
    int bytes = (1 << 20) + 1;
    String length = "Content-Length: " + bytes + "\r\n";
    assertProblem(send("POST /api/v1/runs", HERE + JSON + length, ""), 413);

    String chunk = Integer.toHexString(bytes) + "\r\n" + "x".repeat(bytes);
    assertProblem(
        send("POST /api/v1/runs", HERE + JSON + "Transfer-Encoding: chunked\r\n", chunk), 413);
  }

  @Test
  void unknownPathsAndMethodsAreAnsweredWithProblemDocuments() throws Exception {
    assertProblem(send("GET /api/v1/nothing", HERE, ""), 404);
    assertProblem(send("DELETE /api/v1/nothing/at/all", HERE, ""), 404);
    RawHttp.Answer wrong = send("DELETE /api/v1/runs", HERE, "");
    assertProblem(wrong, 405);
    assertThat(wrong.header("allow")).isEqualTo("GET, POST");
    assertProblem(send("TRACE /api/v1/runs", HERE, ""), 405);
    assertProblem(send("OPTIONS /api/v1/runs", HERE, ""), 405);
  }

  @Test
  void malformedRequestsAreAnsweredWithProblemDocuments() throws Exception {
    assertProblem(send("GET /api/v1/runs", HERE + "X: " + "y".repeat(20_000) + "\r\n", ""), 431);
    assertProblem(send("GET /" + "y".repeat(20_000), HERE, ""), 414);
    assertProblem(send("GET /api/v1/runs/%ff%2e%2e%2f", HERE, ""), 400);
    assertProblem(send("GET /api/v1/../../etc/passwd%00", HERE, ""), 400);
    assertProblem(send("GE T /", HERE, ""), 400);
    assertProblem(RawHttp.send(server.port(), "GET / HTTP/9.9", HERE, ""), 505);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/runs/%00", "/api/v1/%zz", "/%ff%2e%2e%2f"})
  void answersBeforeACloseHaveConnectionClose(String path) throws Exception {
    RawHttp.Answer answer = send("GET " + path, HERE + "Connection: keep-alive\r\n", "");
    assertProblem(answer, 400);
    assertThat(answer.header("connection")).isEqualTo("close");
  }

  @Test
  void callersAboveTheRateLimitGet429() throws Exception {
    server.close();
    server = serve(1);
    RawHttp.Answer answer = null;
    // On a slow machine, some more requests are allowed by then.
    for (int i = 0; i < 100 && (answer == null || answer.status() != 429); i++) {
      answer = send("GET /api/v1/session", HERE, "");
    }

    assertThat(answer).isNotNull();
    assertProblem(java.util.Objects.requireNonNull(answer), 429);
    assertThat(answer.header("retry-after")).isEqualTo("1");
  }

  @Test
  void changesAndRefusalsAreInTheAuditLog() throws Exception {
    post("/api/v1/kill", HERE + JSON, "{\"\":\"hunter2\"}");
    post("/api/v1/kill", HERE + "Origin: https://evil.example.com\r\n", "");
    send("GET /api/v1/runs", HERE, "");

    RawHttp.Answer shown = send("GET /api/v1/audit", HERE, "");

    assertThat(shown.json().path("entries")).hasSize(2);
    assertThat(shown.json().path("entries").path(0).path("status").asInt()).isEqualTo(403);
    assertThat(shown.json().path("entries").path(1).path("who").asString()).isEqualTo("local user");
    assertThat(shown.json().path("entries").path(1).path("action").asString())
        .isEqualTo("POST /api/v1/kill");
    for (String file : List.of("audit.jsonl", "audit-refused.jsonl")) {
      assertThat(Files.readAllLines(folder.resolve(file)))
          .hasSize(1)
          .noneMatch(line -> line.contains("hunter2"));
    }
  }
}

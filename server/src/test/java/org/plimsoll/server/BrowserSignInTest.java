package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.security.OidcClient;
import org.plimsoll.server.security.OidcCodeFlow;
import org.plimsoll.server.security.OidcIssuer;
import org.plimsoll.server.security.RoleClaim;
import org.plimsoll.server.security.SignedAccess;

/** Users log in at an issuer's page and return. */
@Timeout(180)
class BrowserSignInTest {
  private static final String LOGIN = "/api/v1/session/login";
  private static final String OPERATOR = "{\"access\":{\"roles\":[\"plimsoll-operator\"]}}";

  @TempDir static Path issuerFolder;
  private static TestIssuer issuer;

  @TempDir Path folder;
  private PlimsollServer server;

  /** A browser that was redirected to the issuer: the address, and the cookie that it got. */
  private record Left(String address, String cookie) {}

  @BeforeAll
  static void startIssuer() throws Exception {
    issuer = TestIssuer.start(issuerFolder);
  }

  @AfterAll
  static void stopIssuer() {
    issuer.close();
  }

  @BeforeEach
  void start() {
    server = server(false, null);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private PlimsollServer server(boolean isSecure, @Nullable URI publicAddress) {
    OidcCodeFlow flow =
        new OidcCodeFlow(
            OidcIssuer.at(issuer.name()),
            new OidcClient("plimsoll", null, List.of()),
            new RoleClaim("access.roles"));
    return PlimsollServer.start(
        new ServerSettings(
            ServerSettings.LOOPBACK,
            0,
            new SignedAccess(List.of(), isSecure, flow, publicAddress),
            null,
            Set.of("bench.example.com"),
            1_000),
        new LiveRuns(Drivers.of(new SimDriver()), folder.resolve("runs"), 3));
  }

  private RawHttp.Answer get(String path, String... headers) throws Exception {
    return send("GET " + path, "Host: 127.0.0.1:" + server.port(), headers);
  }

  private RawHttp.Answer send(String line, String host, String... headers) throws Exception {
    String all = host + "\r\nContent-Length: 0\r\n";
    for (String header : headers) {
      all += header + "\r\n";
    }
    return RawHttp.send(server.port(), line + " HTTP/1.1", all, "");
  }

  private Left leave(String to) throws Exception {
    RawHttp.Answer answer = get(LOGIN + "?to=" + to, "Sec-Fetch-Site: same-origin");
    assertThat(answer.status()).as(answer.body()).isEqualTo(303);
    return new Left(answer.header("location"), answer.header("set-cookie").replaceFirst(";.*", ""));
  }

  private RawHttp.Answer comeBack(URI address, String cookie, String... headers) throws Exception {
    String[] all = List.of(headers).toArray(new String[headers.length + 2]);
    all[headers.length] = "Cookie: " + cookie;
    all[headers.length + 1] = "Sec-Fetch-Site: cross-site";
    return get(address.getRawPath() + "?" + address.getRawQuery(), all);
  }

  private RawHttp.Answer signIn(String claims) throws Exception {
    Left left = leave("/runs/x");
    return comeBack(issuer.signIn(left.address(), "ada", claims), left.cookie());
  }

  @Test
  void aUserLogsInAtTheIssuerAndReturnsToTheSamePageWithARole() throws Exception {
    RawHttp.Answer before = get("/api/v1/session");
    assertThat(before.json().path("signInHost").asString())
        .isEqualTo(URI.create(issuer.name()).getAuthority());
    assertThat(before.json().path("takesTokens").asBoolean()).isFalse();

    Left left = leave("%2Fruns%2Fx%3Frange%3D5m");
    RawHttp.Answer back = comeBack(issuer.signIn(left.address(), "ada", OPERATOR), left.cookie());

    assertThat(back.status()).as(back.body()).isEqualTo(303);
    assertThat(back.header("location")).isEqualTo("/runs/x?range=5m");
    assertThat(back.header("cache-control")).isEqualTo("no-store");
    assertThat(back.header("set-cookie"))
        .startsWith("plimsoll=")
        .contains("HttpOnly", "SameSite=Strict", "Path=/");
    String session = "Cookie: " + back.header("set-cookie").replaceFirst(";.*", "");
    RawHttp.Answer after = get("/api/v1/session", session);
    assertThat(after.json().path("user").asString()).isEqualTo("ada");
    assertThat(after.json().path("role").asString()).isEqualTo("operator");
    String host = "Host: 127.0.0.1:" + server.port();
    assertThat(send("POST /api/v1/kill", host, session).status()).isEqualTo(200);
    assertThat(send("DELETE /api/v1/session", host, session).status()).isEqualTo(204);
    assertThat(get("/api/v1/runs", session).status()).isEqualTo(401);
  }

  @Test
  void theCodeRequestHasAProofKeyANonceAndAState() throws Exception {
    Map<String, String> asked = TestIssuer.query(leave("/").address());
    Map<String, String> other = TestIssuer.query(leave("/").address());

    assertThat(asked)
        .containsEntry("response_type", "code")
        .containsEntry("client_id", "plimsoll")
        .containsEntry("scope", "openid profile")
        .containsEntry("code_challenge_method", "S256")
        .containsEntry(
            "redirect_uri", "http://127.0.0.1:" + server.port() + "/api/v1/session/callback");
    for (String name : List.of("state", "nonce", "code_challenge")) {
      assertThat(asked.get(name)).as(name).hasSizeGreaterThan(40).isNotEqualTo(other.get(name));
    }
  }

  @Test
  void aLaxCookieIdentifiesTheReturningBrowser() throws Exception {
    String cookie = get(LOGIN).header("set-cookie");

    assertThat(cookie)
        .startsWith("plimsoll-login=")
        .contains("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=600");
  }

  @Test
  void twoTabsOfABrowserCanLogInInAnyOrder() throws Exception {
    Left one = leave("/runs/one");
    RawHttp.Answer second = get(LOGIN + "?to=/runs/two", "Cookie: " + one.cookie());
    String kept = second.header("set-cookie").replaceFirst(";.*", "");

    RawHttp.Answer two = comeBack(issuer.signIn(second.header("location"), "ada", OPERATOR), kept);
    RawHttp.Answer first = comeBack(issuer.signIn(one.address(), "ada", OPERATOR), kept);

    assertThat(two.header("location")).isEqualTo("/runs/two");
    assertThat(first.header("location")).isEqualTo("/runs/one");
  }

  @Test
  void loginsNeverRedirectToAnotherSite() throws Exception {
    Left left = leave("https%3A%2F%2Fevil.example.com%2F");

    RawHttp.Answer back = comeBack(issuer.signIn(left.address(), "ada", OPERATOR), left.cookie());

    assertThat(back.header("location")).isEqualTo("/");
  }

  @Test
  void issuerAnswersAreAcceptedOnceAndFromTheSameBrowserOnly() throws Exception {
    Left left = leave("/");
    URI answer = issuer.signIn(left.address(), "ada", OPERATOR);

    problem(comeBack(answer, "plimsoll-login=other"), 400, "not started in this browser");
    problem(get(answer.getRawPath() + "?" + answer.getRawQuery()), 400, "not started in this");
    assertThat(comeBack(answer, left.cookie()).status()).isEqualTo(303);
    problem(comeBack(answer, left.cookie()), 400, "already used");
    problem(get("/api/v1/session/callback?code=x&state=y"), 400, "already used");
    problem(get("/api/v1/session/callback"), 400, "already used");
  }

  /** An attacker gives their own code to a browser during its login. */
  @Test
  void codesOfOtherRequestsAreRefused() throws Exception {
    URI theirs = issuer.signIn(leave("/").address(), "mallory", OPERATOR);
    Left left = leave("/");
    String state = TestIssuer.query(left.address()).get("state");
    URI mixed =
        URI.create(
            "http://x/api/v1/session/callback?state="
                + state
                + "&code="
                + TestIssuer.query(theirs.toString()).get("code"));

    problem(comeBack(mixed, left.cookie()), 400, "no longer accepts this login");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"nonce\":\"another\"",
        "\"aud\":\"another\"",
        "\"iss\":\"http://127.0.0.1:1/x\"",
        "\"exp\":1000000000",
      })
  void invalidIdTokensAreRefused(String claim) throws Exception {
    RawHttp.Answer back = signIn("{\"access\":{\"roles\":[\"admin\"]}," + claim + "}");

    problem(back, 502, "cannot be verified");
    assertThat(back.header("set-cookie")).isEmpty();
  }

  @Test
  void usersWithoutARoleSeeTheReason() throws Exception {
    problem(signIn("{\"access\":{\"roles\":[\"accountant\"]}}"), 403, "has no role here");
  }

  @ParameterizedTest
  @CsvSource({
    "access_denied, 403, was refused or canceled",
    "temporarily_unavailable, 503, does not answer",
    "unauthorized_client, 502, rejects this server as its client",
  })
  void refusalsOfTheIssuerAreReportedInOneSentence(String error, int status, String sentence)
      throws Exception {
    Left left = leave("/");
    String state = TestIssuer.query(left.address()).get("state");
    URI answer = URI.create("http://x/api/v1/session/callback?error=" + error + "&state=" + state);

    problem(comeBack(answer, left.cookie()), status, sentence);
  }

  @Test
  void anUnavailableIssuerIsReported() throws Exception {
    Left left = leave("/");
    URI answer = issuer.signIn(left.address(), "ada", OPERATOR);
    issuer.kill();

    try {
      problem(comeBack(answer, left.cookie()), 503, "does not answer");
    } finally {
      issuer.restart();
    }
  }

  @Test
  void failedLoginsReturnToThePageWithAnErrorCode() throws Exception {
    Left left = leave("%2Fruns%2Fx%3Frange%3D5m");
    URI answer = issuer.signIn(left.address(), "ada", "{}");

    RawHttp.Answer back = comeBack(answer, left.cookie(), "Accept: text/html,*/*;q=0.8");

    assertThat(back.status()).isEqualTo(303);
    assertThat(back.header("location")).isEqualTo("/runs/x?range=5m&sign-in=no-role");
    assertThat(back.header("set-cookie")).isEmpty();
  }

  @Test
  void callersWithWrongTokensCannotLogInForAWhile() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(signIn("{\"nonce\":\"another\"}").status()).isEqualTo(502);
    }

    // A network may try again every 6 s, which is over by then on a slow machine.
    RawHttp.Answer refused = signIn(OPERATOR);
    for (int i = 0; i < 10 && refused.status() != 429; i++) {
      signIn("{\"nonce\":\"another\"}");
      refused = signIn(OPERATOR);
    }

    problem(refused, 429, "Too many failed logins");
    assertThat(refused.header("retry-after")).isNotEmpty();
  }

  @Test
  void pagesOfOtherSitesCannotStartALogin() throws Exception {
    assertThat(get(LOGIN, "Sec-Fetch-Site: cross-site").status()).isEqualTo(403);
    assertThat(get(LOGIN, "Sec-Fetch-Site: same-site").status()).isEqualTo(403);
    assertThat(get(LOGIN, "Sec-Fetch-Site: none").status()).isEqualTo(303);
  }

  @Test
  void theIssuerReturnsTheBrowserToTheHostThatItUsed() throws Exception {
    RawHttp.Answer named = send("GET " + LOGIN, "Host: bench.example.com:8080");
    assertThat(TestIssuer.query(named.header("location")))
        .containsEntry("redirect_uri", "http://bench.example.com:8080/api/v1/session/callback");
    assertThat(send("GET " + LOGIN, "Host: evil.example.com").status()).isEqualTo(421);
    server.close();

    server = server(true, null);
    RawHttp.Answer secure = send("GET " + LOGIN, "Host: bench.example.com");
    assertThat(TestIssuer.query(secure.header("location")))
        .containsEntry("redirect_uri", "https://bench.example.com/api/v1/session/callback");
    assertThat(secure.header("set-cookie")).startsWith("__Host-plimsoll-login=").contains("Secure");
    server.close();

    server = server(true, URI.create("https://plimsoll.example.com"));
    RawHttp.Answer proxied = get(LOGIN);
    assertThat(TestIssuer.query(proxied.header("location")))
        .containsEntry("redirect_uri", "https://plimsoll.example.com/api/v1/session/callback");
  }

  @Test
  void theAuditLogHasLoginsAndFailedLoginsButNoSecrets() throws Exception {
    Left left = leave("/");
    URI answer = issuer.signIn(left.address(), "ada", OPERATOR);
    comeBack(answer, left.cookie());
    comeBack(answer, left.cookie());

    String done = Files.readString(folder.resolve("runs/audit.jsonl"));
    String refused = Files.readString(folder.resolve("runs/audit-refused.jsonl"));

    assertThat(done)
        .hasLineCount(1)
        .contains("\"who\":\"ada\"", "GET /api/v1/session/callback", "303", "done");
    assertThat(refused).hasLineCount(1).contains("\"who\":null", "400", "refused");
    Map<String, String> secrets = TestIssuer.query(answer.toString());
    assertThat(done + refused).doesNotContain(secrets.get("code"), secrets.get("state"));
  }

  @Test
  void serversWithoutAnIssuerHaveNoLoginPage() throws Exception {
    try (PlimsollServer other =
        PlimsollServer.start(
            ServerSettings.local(0),
            new LiveRuns(Drivers.of(new SimDriver()), folder.resolve("others"), 3))) {
      Http http = new Http(other.port());
      assertThat(http.get(LOGIN).status()).isEqualTo(404);
      assertThat(http.get("/api/v1/session/callback?code=x").status()).isEqualTo(404);
      assertThat(http.get("/api/v1/session").json().path("signInHost").isNull()).isTrue();
    }
  }

  /** Asserts that an answer is a problem of one sentence, without the query of the address. */
  private static void problem(RawHttp.Answer answer, int status, String sentence) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
    assertThat(answer.json().path("detail").asString()).contains(sentence);
    assertThat(answer.body()).doesNotContain("code=", "state=");
  }
}

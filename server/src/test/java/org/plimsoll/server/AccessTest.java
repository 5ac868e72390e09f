package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.security.SignedAccess;
import org.plimsoll.server.security.Tokens;
import tools.jackson.databind.JsonNode;

/** Which callers are admitted, with which role. */
@Timeout(180)
class AccessTest {
  private static final String VIEWER = "viewer-token-0123456789";
  private static final String OPERATOR = "operator-token-0123456789";
  private static final String ADMIN = "admin-token-0123456789";

  @TempDir Path folder;
  private PlimsollServer server;

  @BeforeEach
  void start() throws Exception {
    Path file =
        tokens(
            "viewer vera " + VIEWER,
            "# controls runs",
            "operator otto " + OPERATOR,
            "admin ada " + ADMIN);
    server =
        PlimsollServer.start(
            new ServerSettings(
                ServerSettings.LOOPBACK,
                0,
                new SignedAccess(List.of(Tokens.read(file)), false),
                null,
                Set.of(),
                50),
            new LiveRuns(Drivers.of(new SimDriver()), folder.resolve("runs"), 3));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Path tokens(String... lines) throws Exception {
    Path file = folder.resolve("tokens");
    Files.write(file, List.of(lines));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  private RawHttp.Answer send(String request, @Nullable String token, String body)
      throws Exception {
    return RawHttp.send(
        server.port(),
        request + " HTTP/1.1",
        "Host: 127.0.0.1\r\n"
            + (token == null ? "" : "Authorization: Bearer " + token + "\r\n")
            + "Content-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n",
        body);
  }

  @Test
  void nothingIsShownWithoutAToken() throws Exception {
    assertThat(send("GET /api/v1/runs", null, "").status()).isEqualTo(401);
    assertThat(send("POST /api/v1/runs", null, "{}").status()).isEqualTo(401);
    assertThat(send("POST /api/v1/kill", null, "").status()).isEqualTo(401);

    RawHttp.Answer session = send("GET /api/v1/session", null, "");

    assertThat(session.status()).isEqualTo(200);
    assertThat(session.json().path("authentication").asString()).isEqualTo("token");
    assertThat(session.json().path("role").isNull()).isTrue();
  }

  @Test
  void noEndpointChangesAnythingWithoutAToken() throws Exception {
    for (Endpoint endpoint : server.table()) {
      if (endpoint.changes() && !endpoint.path().equals("/session")) {
        String line =
            endpoint.method().name() + " /api/v1" + endpoint.path().replaceAll("[{}]", "");
        for (String body : List.of("{}", "not even JSON")) {
          assertThat(send(line, null, body).status()).as(line).isEqualTo(401);
        }
      }
    }
    assertThat(send("POST /api/v1/session", null, "{\"token\":\"wrong\"}").status()).isEqualTo(401);
    assertThat(send("DELETE /api/v1/session", null, "").status()).isEqualTo(401);
  }

  @Test
  void eachRoleHasItsPermissions() throws Exception {
    assertThat(send("GET /api/v1/runs", VIEWER, "").status()).isEqualTo(200);
    RawHttp.Answer refused = send("POST /api/v1/kill", VIEWER, "");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.json().path("detail").asString())
        .isEqualTo("This request needs the role operator; your role is viewer.");
    assertThat(send("POST /api/v1/kill", OPERATOR, "").status()).isEqualTo(200);
    assertThat(send("GET /api/v1/audit", OPERATOR, "").status()).isEqualTo(403);
    assertThat(send("GET /api/v1/audit", ADMIN, "").status()).isEqualTo(200);
  }

  @Test
  void aSessionStartsWithATokenAndEndsAtLogout() throws Exception {
    RawHttp.Answer begun = send("POST /api/v1/session", null, "{\"token\":\"" + OPERATOR + "\"}");
    assertThat(begun.status()).as(begun.body()).isEqualTo(200);
    assertThat(begun.json().path("user").asString()).isEqualTo("otto");
    String cookie = begun.header("set-cookie");
    assertThat(cookie).contains("HttpOnly").contains("SameSite=Strict").contains("Path=/");
    assertThat(cookie).doesNotContain(OPERATOR);
    String id = cookie.replaceFirst(";.*", "");

    assertThat(withCookie("POST /api/v1/kill", id).status()).isEqualTo(200);
    assertThat(withCookie("DELETE /api/v1/session", id).status()).isEqualTo(204);
    assertThat(withCookie("POST /api/v1/kill", id).status()).isEqualTo(401);
  }

  @Test
  void aCallerWithManySessionsLosesItsOldestAndNobodyElse() throws Exception {
    String admin = signIn(ADMIN);
    String first = signIn(VIEWER);
    String last = first;
    for (int i = 0; i < 100; i++) {
      last = signIn(VIEWER);
    }

    assertThat(withCookie("GET /api/v1/audit", admin).status()).isEqualTo(200);
    assertThat(withCookie("GET /api/v1/runs", first).status()).isEqualTo(401);
    assertThat(withCookie("GET /api/v1/runs", last).status()).isEqualTo(200);
  }

  private String signIn(String token) throws Exception {
    return send("POST /api/v1/session", null, "{\"token\":\"" + token + "\"}")
        .header("set-cookie")
        .replaceFirst(";.*", "");
  }

  @Test
  void requestsWithoutATokenAreLimitedAndCountedAndLeaveTheAuditLogToOthers() throws Exception {
    assertThat(send("POST /api/v1/kill", OPERATOR, "").status()).isEqualTo(200);
    Map<Integer, Integer> statuses = new TreeMap<>();
    RawHttp.Answer last = null;
    for (int i = 0; i < 2_000 && (last == null || last.status() != 429); i++) {
      last = send("POST /api/v1/kill?x=" + "a".repeat(4_000), null, "");
      statuses.merge(last.status(), 1, Integer::sum);
    }

    assertThat(statuses).containsOnlyKeys(401, 429);
    assertThat(Objects.requireNonNull(last).header("retry-after")).isEqualTo("1");
    JsonNode entries = send("GET /api/v1/audit", ADMIN, "").json().path("entries");
    assertThat(entries).hasSizeLessThan(5);
    assertThat(entries.path(entries.size() - 1).path("who").asString()).isEqualTo("otto");
    // On a slow machine, some requests are allowed again by now.
    last = null;
    for (int i = 0; i < 2_000 && (last == null || last.status() != 429); i++) {
      last = send("GET /api/v1/runs", null, "");
    }
    assertThat(Objects.requireNonNull(last).status()).isEqualTo(429);
  }

  private RawHttp.Answer withCookie(String request, String cookie) throws Exception {
    return RawHttp.send(
        server.port(),
        request + " HTTP/1.1",
        "Host: 127.0.0.1\r\nCookie: " + cookie + "\r\nContent-Length: 0\r\n",
        "");
  }

  @Test
  void callersThatGuessTokensAreLockedForAWhile() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(send("GET /api/v1/runs", "guess-" + i, "").status()).isEqualTo(401);
    }

    RawHttp.Answer refused = send("GET /api/v1/runs", ADMIN, "");

    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("retry-after")).isNotEmpty();
  }

  @Test
  void tokenFilesMayContainDigests() throws Exception {
    String digest =
        HexFormat.of()
            .formatHex(
                MessageDigest.getInstance("SHA-256")
                    .digest(ADMIN.getBytes(StandardCharsets.UTF_8)));
    Path file = tokens("admin ada sha256:" + digest);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(Tokens.read(file).whose(ADMIN)).isPresent();
    assertThat(Tokens.read(file).whose("sha256:" + digest)).isEmpty();
  }

  @Test
  void invalidTokenFilesAreRefusedWithoutQuotingTokens() throws Exception {
    assertThatThrownBy(() -> Tokens.read(tokens("root ada " + ADMIN)))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("viewer, operator or admin")
        .hasMessageContaining(":1")
        .hasMessageNotContaining(ADMIN);
    assertThatThrownBy(() -> Tokens.read(tokens("admin ada short")))
        .hasMessageContaining("at least 16 characters");
    assertThatThrownBy(() -> Tokens.read(tokens("# nothing"))).hasMessageContaining("was empty");
    Path open = tokens("admin ada " + ADMIN);
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> Tokens.read(open)).hasMessageContaining("chmod 600");
  }
}

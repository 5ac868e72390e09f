package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.Keycloak.Visitor;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.security.OidcClient;
import org.plimsoll.server.security.OidcCodeFlow;
import org.plimsoll.server.security.OidcIssuer;
import org.plimsoll.server.security.RoleClaim;
import org.plimsoll.server.security.SignedAccess;

/** Login with Keycloak, which requires proof keys, secrets and registered addresses. */
@Tag("slow")
class KeycloakSignInTest {
  @TempDir static Path keycloakFolder;
  private static Keycloak keycloak;

  @TempDir Path folder;

  /** A browser that was redirected to the issuer: the address, and the cookie that it got. */
  private record Left(String address, String cookie) {}

  @BeforeAll
  static void startKeycloak() throws Exception {
    keycloak = Keycloak.start(keycloakFolder);
  }

  @AfterAll
  static void stopKeycloak() {
    keycloak.close();
  }

  private PlimsollServer server(String client, @Nullable String secret) {
    OidcCodeFlow flow =
        new OidcCodeFlow(
            OidcIssuer.at(keycloak.name()),
            new OidcClient(client, secret, List.of()),
            new RoleClaim("realm_access.roles"));
    return PlimsollServer.start(
        new ServerSettings(
            ServerSettings.LOOPBACK, 0, new SignedAccess(List.of(), false, flow, null)),
        new LiveRuns(Drivers.of(new SimDriver()), folder, 3));
  }

  private static RawHttp.Answer get(PlimsollServer server, String path, String cookie)
      throws Exception {
    return RawHttp.send(
        server.port(),
        "GET " + path + " HTTP/1.1",
        "Host: 127.0.0.1:" + server.port() + "\r\nCookie: " + cookie + "\r\n",
        "");
  }

  private static Left leave(PlimsollServer server) throws Exception {
    RawHttp.Answer answer = get(server, "/api/v1/session/login?to=/compare", "a=b");
    assertThat(answer.status()).as(answer.body()).isEqualTo(303);
    return new Left(answer.header("location"), answer.header("set-cookie").replaceFirst(";.*", ""));
  }

  private static RawHttp.Answer comeBack(PlimsollServer server, Left left, String location)
      throws Exception {
    URI address = URI.create(location);
    assertThat(address.getPort()).isEqualTo(server.port());
    return get(server, address.getRawPath() + "?" + address.getRawQuery(), left.cookie());
  }

  private static void isSignedIn(PlimsollServer server, RawHttp.Answer back) throws Exception {
    assertThat(back.status()).as(back.body()).isEqualTo(303);
    assertThat(back.header("location")).isEqualTo("/compare");
    String session = back.header("set-cookie").replaceFirst(";.*", "");
    RawHttp.Answer asked = get(server, "/api/v1/session", session);
    assertThat(asked.json().path("user").asString()).isEqualTo("ada");
    assertThat(asked.json().path("role").asString()).isEqualTo("operator");
  }

  @Test
  void aClientWithASecretGetsTheRoleFromTheIdToken() throws Exception {
    try (PlimsollServer server = server("confidential", "a-secret-of-the-client");
        Visitor visitor = new Visitor()) {
      Left left = leave(server);
      var asked = visitor.enter(left.address(), "ada", "ada-password");

      var led = visitor.consent(asked, true);

      isSignedIn(server, comeBack(server, left, Visitor.location(led)));
    }
  }

  @Test
  void aPublicClientGetsTheRoleFromTheUserinfoEndpoint() throws Exception {
    try (PlimsollServer server = server("public", null);
        Visitor visitor = new Visitor()) {
      Left left = leave(server);

      var led = visitor.enter(left.address(), "ada", "ada-password");

      isSignedIn(server, comeBack(server, left, Visitor.location(led)));
    }
  }

  @Test
  void usersWithoutARoleAreNotLoggedIn() throws Exception {
    try (PlimsollServer server = server("public", null);
        Visitor visitor = new Visitor()) {
      Left left = leave(server);

      var led = visitor.enter(left.address(), "eve", "eve-password");

      RawHttp.Answer back = comeBack(server, left, Visitor.location(led));
      assertThat(back.status()).isEqualTo(403);
      assertThat(back.body()).contains("has no role here");
      assertThat(back.header("set-cookie")).isEmpty();
    }
  }

  @Test
  void refusedConsentIsReportedAndNobodyIsLoggedIn() throws Exception {
    try (PlimsollServer server = server("confidential", "a-secret-of-the-client");
        Visitor visitor = new Visitor()) {
      Left left = leave(server);
      var asked = visitor.enter(left.address(), "eve", "eve-password");

      var led = visitor.consent(asked, false);

      RawHttp.Answer back = comeBack(server, left, Visitor.location(led));
      assertThat(back.status()).isEqualTo(403);
      assertThat(back.body()).contains("refused or canceled");
    }
  }

  @Test
  void aWrongSecretIsReportedAsAnErrorOfTheServer() throws Exception {
    try (PlimsollServer server = server("confidential", "another-secret");
        Visitor visitor = new Visitor()) {
      Left left = leave(server);
      var asked = visitor.enter(left.address(), "ada", "ada-password");

      var led = visitor.consent(asked, true);

      RawHttp.Answer back = comeBack(server, left, Visitor.location(led));
      assertThat(back.status()).isEqualTo(502);
      assertThat(back.body())
          .contains("rejects this server as its client")
          .doesNotContain("another-secret");
    }
  }

  @Test
  void keycloakRefusesUnregisteredAddresses() throws Exception {
    try (PlimsollServer server = server("public", null);
        Visitor visitor = new Visitor()) {
      String elsewhere = leave(server).address().replace("127.0.0.1%3A" + server.port(), "evil");

      assertThat(elsewhere).contains("evil");
      assertThatThrownBy(() -> visitor.enter(elsewhere, "ada", "ada-password"))
          .hasMessageContaining("redirect_uri");
    }
  }
}

package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.security.OidcIssuer;
import org.plimsoll.server.security.OidcTokens;
import org.plimsoll.server.security.RoleClaim;
import org.plimsoll.server.security.SignedAccess;

/** Tokens of an issuer that publishes its keys over HTTP, verified by signature and claims. */
@Timeout(180)
class SignedTokensTest {
  @TempDir Path folder;
  private HttpServer issuer;
  private String name;
  private RSAKey key;
  private PlimsollServer server;

  @BeforeEach
  void start() throws Exception {
    key = new RSAKeyGenerator(2048).keyID("one").generate();
    issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    name = "http://127.0.0.1:" + issuer.getAddress().getPort() + "/realm";
    serve(
        "/realm/.well-known/openid-configuration",
        "{\"issuer\":\"" + name + "\",\"jwks_uri\":\"" + name + "/keys\"}");
    serve("/realm/keys", new JWKSet(key.toPublicJWK()).toString());
    issuer.start();
    server =
        PlimsollServer.start(
            new ServerSettings(
                ServerSettings.LOOPBACK,
                0,
                new SignedAccess(
                    List.of(
                        new OidcTokens(
                            OidcIssuer.at(name), "plimsoll", new RoleClaim("access.roles"))),
                    false)),
            new LiveRuns(Drivers.of(new SimDriver()), folder, 3));
  }

  @AfterEach
  void stop() {
    server.close();
    issuer.stop(0);
  }

  private void serve(String path, String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    issuer.createContext(
        path,
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  private JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(name)
        .audience("plimsoll")
        .subject("7f3")
        .claim("preferred_username", "ada")
        .claim("access", Map.of("roles", List.of("other", "plimsoll-operator", "viewer")))
        .expirationTime(Date.from(Instant.now().plus(Duration.ofMinutes(5))));
  }

  private String signed(RSAKey by, UnaryOperator<JWTClaimsSet.Builder> change) throws Exception {
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("one").build(),
            change.apply(claims()).build());
    token.sign(new RSASSASigner(by));
    return token.serialize();
  }

  private RawHttp.Answer send(String line, String token) throws Exception {
    return RawHttp.send(
        server.port(),
        line + " HTTP/1.1",
        "Host: 127.0.0.1\r\nContent-Length: 0\r\nAuthorization: Bearer " + token + "\r\n",
        "");
  }

  @Test
  void signedTokensIdentifyTheCallerAndTheRole() throws Exception {
    String token = signed(key, claims -> claims);

    RawHttp.Answer session = send("GET /api/v1/session", token);

    assertThat(session.status()).as(session.body()).isEqualTo(200);
    assertThat(session.json().path("authentication").asString()).isEqualTo("oidc");
    assertThat(session.json().path("user").asString()).isEqualTo("ada");
    assertThat(session.json().path("role").asString()).isEqualTo("operator");
    assertThat(send("POST /api/v1/kill", token).status()).isEqualTo(200);
    assertThat(send("GET /api/v1/audit", token).status()).isEqualTo(403);
  }

  @Test
  void invalidTokensAreRefused() throws Exception {
    RSAKey other = new RSAKeyGenerator(2048).keyID("one").generate();
    Date past = Date.from(Instant.now().minus(Duration.ofMinutes(5)));
    SignedJWT symmetric =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("one").build(), claims().build());
    symmetric.sign(new MACSigner(key.toPublicJWK().toRSAKey().toPublicKey().getEncoded()));
    List<String> bad =
        List.of(
            signed(other, claims -> claims),
            signed(key, claims -> claims.issuer("http://127.0.0.1:1/realm")),
            signed(key, claims -> claims.audience("another")),
            signed(key, claims -> claims.expirationTime(past)),
            signed(key, claims -> claims.expirationTime(null)));

    for (String token : bad) {
      assertThat(send("GET /api/v1/runs", token).status()).isEqualTo(401);
    }
    assertThat(send("GET /api/v1/runs", symmetric.serialize()).status()).isEqualTo(401);
    assertThat(send("GET /api/v1/runs", new PlainJWT(claims().build()).serialize()).status())
        .isEqualTo(401);
  }

  @Test
  void tokensWithoutARoleAreRefusedWithTheReason() throws Exception {
    RawHttp.Answer refused = send("GET /api/v1/runs", signed(key, c -> c.claim("access", null)));

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.json().path("detail").asString())
        .contains("access.roles")
        .contains("viewer, operator or admin");
  }

  @Test
  void addressesThatAreNoIssuerAreRefused() {
    assertThatThrownBy(() -> OidcIssuer.at(name + "/"))
        .hasMessageStartingWith("--oidc: must be the issuer that");
    assertThatThrownBy(() -> OidcIssuer.at(name + "/none"))
        .hasMessageStartingWith("--oidc: must be an issuer that answers at");
    assertThatThrownBy(() -> OidcIssuer.at("http://issuer.example.com"))
        .hasMessageContaining("https");
  }
}

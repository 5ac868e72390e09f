package org.plimsoll.driver.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.NginxServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SelfSigned;

/**
 * Tests the contract over TLS with a login, both by nginx in front of OpenSearch. This distribution
 * lacks the security plug-in.
 */
@ExtendWith(SharedOpenSearch.class)
class GuardedServerTest extends DriverContract {
  private static final String SERVER =
      """
      set $allowed 0;
      if ($http_authorization = "ApiKey c2VjcmV0") { set $allowed 1; }
      if ($http_authorization = "LOGIN") { set $allowed 1; }
      location / {
        if ($allowed = 0) { return 401; }
        proxy_pass http://SERVER;
      }
      """;

  /** The Authorization header of bench:tide-7. */
  private static final String LOGIN = "Basic YmVuY2g6dGlkZS03";

  @TempDir static Path folder;
  static RealServer nginx;
  static Path certificate;

  @BeforeAll
  static void startProxy() throws Exception {
    SelfSigned made = SelfSigned.in(folder);
    certificate = made.certificate();
    nginx =
        NginxServer.start(
            folder,
            "ssl http2",
            NginxServer.tls(made)
                + SERVER.replace("LOGIN", LOGIN).replace("SERVER", SharedOpenSearch.address()));
  }

  @AfterAll
  static void stopProxy() {
    nginx.close();
  }

  @Override
  protected Driver driver() {
    return new ElasticsearchDriver();
  }

  @Override
  protected String address() {
    return nginx.address() + "/guarded";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of(
        "tls",
        "true",
        "tls-ca",
        certificate.toString(),
        "user",
        "bench",
        "password",
        "tide-7",
        "compression",
        "true",
        "refresh",
        "true");
  }

  @Test
  void anApiKeyReplacesUserAndPassword() throws Exception {
    opened(
        address(),
        Map.of("tls", "true", "tls-verify", "false", "api-key", "c2VjcmV0"),
        client -> assertThat(client.count().isPresent()).isTrue());
  }

  @Test
  void wrongCredentialsAreReportedWithoutTheirText() {
    assertThatThrownBy(() ->
            opened(
                address(),
                Map.of("tls", "true", "tls-verify", "false", "user", "bench", "password", "wrng"),
                _ -> {}))
        .hasMessage(nginx.address() + " refused the credentials: status 401");
  }

  @Test
  void anUntrustedCertificateIsReported() {
    assertThatThrownBy(() -> opened(address(), Map.of("tls", "true"), _ -> {}))
        .hasMessageContaining(nginx.address() + " failed the TLS handshake")
        .hasMessageNotContaining("\n");
  }

  @Test
  void unreadableCaCertificatesAreReported() {
    Map<String, String> settings = Map.of("tls", "true", "tls-ca", folder + "/nobody.pem");
    assertThatThrownBy(() -> opened(address(), settings, _ -> {}))
        .hasMessageContaining("tls-ca: must be a file with certificates in PEM, was '" + folder);
  }
}

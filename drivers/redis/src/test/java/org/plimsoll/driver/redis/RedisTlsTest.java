package org.plimsoll.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.driver.lettuce.Failures;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;
import org.plimsoll.testkit.SelfSigned;

/** The contract over TLS, with a certificate created for the test. */
class RedisTlsTest extends DriverContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    SelfSigned.in(folder);
    server =
        RedisServers.startTls(
            folder,
            "--tls-cert-file",
            "cert.pem",
            "--tls-key-file",
            "key.pem",
            "--tls-ca-cert-file",
            "cert.pem",
            "--tls-auth-clients",
            "no");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new RedisDriver();
  }

  @Override
  protected String address() {
    return server.address();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("tls", "true", "tls-ca", folder.resolve("cert.pem").toString());
  }

  @Test
  void aServerWithoutTlsIsReportedWithoutItsAnswer() {
    Throwable failure = new SSLException("not an SSL/TLS record: 4552524f520d0a4552524f520d0a");
    assertThat(Failures.unusable("h:6379", Duration.ofSeconds(5), failure))
        .hasMessage("h:6379 failed the TLS handshake: not an SSL/TLS record");
  }

  @Test
  void anUntrustedCertificateIsRefusedUnlessVerificationIsOff() throws Exception {
    assertThatThrownBy(() -> opened(address(), Map.of("tls", "true"), _ -> {}))
        .hasMessageContaining(address())
        .hasMessageContaining("TLS");
    opened(
        address(),
        Map.of("tls", "true", "tls-verify", "false"),
        client -> assertThat(client.facts()).isNotEmpty());
  }
}

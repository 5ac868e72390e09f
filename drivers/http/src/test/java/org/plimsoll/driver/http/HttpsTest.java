package org.plimsoll.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.NginxServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.SelfSigned;

/** Tests the driver contract over HTTP/2 and TLS. */
class HttpsTest extends DriverContract {
  @TempDir static Path folder;
  static RealServer server;
  static Path certificate;

  @BeforeAll
  static void startServer() throws Exception {
    SelfSigned made = SelfSigned.in(folder);
    certificate = made.certificate();
    server = NginxServer.start(folder, "ssl http2", NginxServer.tls(made));
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new HttpsDriver();
  }

  @Override
  protected String address() {
    return server.address();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("tls-ca", certificate.toString(), "version", "http2");
  }

  @Test
  void theHttpVersionIsNegotiated() throws Exception {
    opened(client ->
        assertThat(client.facts()).containsEntry("version", "HTTP/2").containsEntry("tls", "true"));
    opened(
        address(),
        Map.of("tls-ca", certificate.toString()),
        client -> assertThat(client.facts()).containsEntry("version", "HTTP/1.1"));
  }

  @Test
  void anUntrustedCertificateIsReportedUnlessVerificationIsOff() throws Exception {
    assertThatThrownBy(() -> opened(address(), Map.of(), _ -> {}))
        .hasMessageContaining(address() + " failed the TLS handshake")
        .hasMessageNotContaining("\n");
    opened(address(), Map.of("tls-verify", "false"), client -> client.openSession().close());
  }
}

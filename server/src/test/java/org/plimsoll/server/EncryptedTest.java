package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.server.http.Role;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.security.SignedAccess;
import org.plimsoll.server.security.Tls;
import org.plimsoll.server.security.Tokens;
import org.plimsoll.testkit.SelfSigned;

/** The server with TLS and its own certificate. */
@Timeout(180)
class EncryptedTest {
  private static final String TOKEN = "admin-token-0123456789";

  @TempDir Path folder;

  @Test
  void connectionsAreEncryptedAndCookiesAreSecure() throws Exception {
    SelfSigned made = SelfSigned.in(folder);
    SignedAccess access = new SignedAccess(List.of(Tokens.of(Role.ADMIN, "ada", TOKEN)), true);
    try (PlimsollServer server =
            PlimsollServer.start(
                new ServerSettings(
                    ServerSettings.LOOPBACK,
                    0,
                    access,
                    new Tls(made.certificate(), made.key()),
                    Set.of(),
                    100),
                new LiveRuns(Drivers.of(new SimDriver()), folder.resolve("runs"), 3));
        SSLSocket socket =
            (SSLSocket)
                trusting(made).getSocketFactory().createSocket("127.0.0.1", server.port())) {
      String body = "{\"token\":\"" + TOKEN + "\"}";
      RawHttp.Answer answer =
          RawHttp.send(
              socket,
              "POST /api/v1/session HTTP/1.1",
              "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                  + body.length()
                  + "\r\n",
              body);

      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      assertThat(answer.header("set-cookie")).startsWith("__Host-plimsoll=").contains("Secure");
      assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
    }
  }

  private static SSLContext trusting(SelfSigned made) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(made.certificate())) {
      trusted.setCertificateEntry(
          "a", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void invalidCertificateFilesAreRefused() throws Exception {
    Path text = Files.writeString(folder.resolve("text"), "hello\n");
    ServerSettings settings =
        new ServerSettings(
            ServerSettings.LOOPBACK,
            0,
            new SignedAccess(List.of(), true),
            new Tls(text, text),
            Set.of(),
            100);

    assertThatThrownBy(() ->
            PlimsollServer.start(
                settings, new LiveRuns(Drivers.of(new SimDriver()), folder.resolve("runs"), 3)))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("--tls-cert: must be a PEM file");
  }
}

package org.plimsoll.driver.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.testkit.SelfSigned;
import org.plimsoll.testkit.TestTarget;

/** Tests encrypted connections to a store whose certificate is its own. */
class S3TlsTest {
  private static final String PASSWORD = "of the key store";

  @TempDir static Path folder;
  private static HttpsServer server;
  private static SelfSigned certificate;

  @BeforeAll
  static void start() throws Exception {
    certificate = SelfSigned.in(folder);
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(certificate.pkcs12(PASSWORD))) {
      store.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(404, -1);
          }
        });
    server.start();
  }

  @AfterAll
  static void stop() {
    server.stop(0);
  }

  private static Map<String, String> facts(String... settings) throws Exception {
    Map<String, String> all = new HashMap<>(StubStore.login());
    all.putAll(TestTarget.named(settings));
    String address = "127.0.0.1:" + server.getAddress().getPort() + "/bkt";
    try (TestTarget target = new TestTarget(new S3Driver(), address, all, List.of("field0"));
        Client client = target.open()) {
      return client.facts();
    }
  }

  @Test
  void aStoreWithATrustedCertificateIsUsed() throws Exception {
    String file = certificate.certificate().toString();
    assertThat(facts("tls", "true", "tls-ca", file)).containsEntry("bucket", "bkt");
  }

  @Test
  void anUnknownCertificateIsRefusedUnlessTheUserAcceptsAny() throws Exception {
    assertThatThrownBy(() -> facts("tls", "true"))
        .hasMessageContaining("127.0.0.1:")
        .hasMessageContaining("failed the TLS handshake")
        .hasMessageNotContaining("\n");
    assertThat(facts("tls", "true", "tls-verify", "false")).containsEntry("bucket", "bkt");
  }
}

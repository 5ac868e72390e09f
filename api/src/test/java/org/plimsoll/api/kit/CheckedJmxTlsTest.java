package org.plimsoll.api.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.management.remote.JMXConnector;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests JMX servers with TLS. The client uses the certificates of the JVM, as the JDK's does. */
class CheckedJmxTlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private SSLContext ofJvm;
  @TempDir Path folder;

  @BeforeEach
  void keepContext() throws Exception {
    ofJvm = SSLContext.getDefault();
  }

  @AfterEach
  void restoreContext() {
    SSLContext.setDefault(ofJvm);
  }

  private SSLContext selfSigned() throws Exception {
    Path file = folder.resolve("keys");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void aServerWithTlsIsVerifiedAndRead() throws Exception {
    SSLContext tls = selfSigned();
    AddressCheck all = (host, _) -> InetAddress.getAllByName(host);
    try (JmxServer server =
        new JmxServer(
            ManagementFactory.getPlatformMBeanServer(),
            Map.of(),
            tls,
            UnaryOperator.identity(),
            UnaryOperator.identity())) {
      assertThatThrownBy(() -> CheckedJmx.connect(all, server.address(), Optional.empty()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("PKIX path building failed");
      SSLContext.setDefault(tls);
      try (JMXConnector connector = CheckedJmx.connect(all, server.address(), Optional.empty())) {
        assertThat(connector.getMBeanServerConnection().getMBeanCount()).isPositive();
      }
    }
  }
}

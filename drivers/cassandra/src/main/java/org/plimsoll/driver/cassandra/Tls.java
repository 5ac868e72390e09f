package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import com.datastax.oss.driver.api.core.ssl.SslEngineFactory;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.SettingValues;

/** Whom to trust. */
final class Tls {
  private Tls() {}

  static SslEngineFactory engines(SettingValues settings)
      throws GeneralSecurityException, IOException {
    boolean verify = settings.get(CassandraDriver.TLS_VERIFY);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trusted(settings.get(CassandraDriver.TLS_CA), verify), null);
    return new ProgrammaticSslEngineFactory(context, null, verify);
  }

  private static TrustManager @Nullable [] trusted(String authorities, boolean verify)
      throws GeneralSecurityException, IOException {
    if (!verify) {
      return InsecureTrustManagerFactory.INSTANCE.getTrustManagers();
    }
    if (authorities.isEmpty()) {
      return null; // those of the JDK
    }
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream pem = Files.newInputStream(Path.of(authorities))) {
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
    } catch (IOException e) {
      throw new IOException("tls-ca: must be a file that can be read, was " + authorities, e);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}

package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.ssl.SSLContextBuilder;
import org.plimsoll.api.SettingValues;

/** Whom to trust. */
final class Tls {
  private Tls() {}

  /** How connections are encrypted. */
  static TlsStrategy strategy(SettingValues settings) throws GeneralSecurityException, IOException {
    ClientTlsStrategyBuilder builder = ClientTlsStrategyBuilder.create();
    if (!settings.get(ElasticsearchDriver.TLS_VERIFY)) {
      SSLContext anybody =
          SSLContextBuilder.create().loadTrustMaterial(null, (_, _) -> true).build();
      return builder
          .setSslContext(anybody)
          .setHostnameVerifier(NoopHostnameVerifier.INSTANCE)
          .buildAsync();
    }
    String authorities = settings.get(ElasticsearchDriver.TLS_CA);
    return builder
        .setSslContext(authorities.isEmpty() ? SSLContext.getDefault() : trusting(authorities))
        .buildAsync();
  }

  private static SSLContext trusting(String authorities)
      throws GeneralSecurityException, IOException {
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
    return SSLContextBuilder.create().loadTrustMaterial(store, null).build();
  }
}

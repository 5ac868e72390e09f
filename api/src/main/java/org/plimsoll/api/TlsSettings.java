package org.plimsoll.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Settings of encrypted connections, so that they have the same names in each driver. */
public final class TlsSettings {
  /** Whether connections are encrypted. */
  public static final Setting<Boolean> TLS = Setting.flag("tls", false).describedAs("encrypt");

  /** Whether it is made sure who answers. */
  public static final Setting<Boolean> VERIFY =
      Setting.flag("tls-verify", true).describedAs("check the server's certificate and its name");

  /** Whose word is taken for it. */
  public static final Setting<String> AUTHORITIES =
      Setting.text("tls-ca", "")
          .describedAs("PEM file of trusted certificates; empty: those of the JDK");

  private TlsSettings() {}

  /**
   * Those who trust the {@link #AUTHORITIES}; null where they are the JDK's, as {@link
   * javax.net.ssl.SSLContext#init} takes it.
   *
   * @throws IOException when their file cannot be read
   */
  public static TrustManager @Nullable [] trustManagers(SettingValues settings)
      throws GeneralSecurityException, IOException {
    String authorities = settings.get(AUTHORITIES);
    if (authorities.isEmpty()) {
      return null;
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

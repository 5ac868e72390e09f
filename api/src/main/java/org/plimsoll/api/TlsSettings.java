package org.plimsoll.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** TLS settings, which have the same names in every driver. */
public final class TlsSettings {
  /** Whether connections are encrypted. */
  public static final Setting<Boolean> TLS = Setting.flag("tls", false).describedAs("encrypt");

  /** Whether the driver verifies the server certificate. */
  public static final Setting<Boolean> VERIFY =
      Setting.flag("tls-verify", true).describedAs("check the server's certificate and its name");

  /** The CA certificates that the driver trusts. */
  public static final Setting<String> AUTHORITIES =
      Setting.text("tls-ca", "", Setting.Reach.FILES)
          .describedAs("PEM file of trusted certificates; empty: those of the JDK");

  private TlsSettings() {}

  /**
   * Returns trust managers for the CA certificates in {@link #AUTHORITIES}; null for the JDK's
   * defaults.
   *
   * @throws IllegalArgumentException when the file cannot be read or has no certificates
   */
  public static @Nullable TrustManagerFactory trust(SettingValues settings)
      throws GeneralSecurityException {
    String authorities = settings.get(AUTHORITIES);
    if (authorities.isEmpty()) {
      return null;
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(storeOf(authorities));
    return factory;
  }

  /**
   * Returns a context that verifies server certificates, or accepts any certificate if {@link
   * #VERIFY} is false. The client library must check whether the certificate has the server's name.
   *
   * @throws IllegalArgumentException when the file of CA certificates is read and cannot be used
   */
  public static SSLContext context(SettingValues settings) throws GeneralSecurityException {
    return context(settings, null);
  }

  /**
   * Returns a context as {@link #context(SettingValues)}, with a client certificate.
   *
   * @param own key managers with the client certificate; null for none
   */
  public static SSLContext context(SettingValues settings, @Nullable KeyManagerFactory own)
      throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    KeyManager @Nullable [] keys = own == null ? null : own.getKeyManagers();
    if (settings.get(VERIFY)) {
      TrustManagerFactory trust = trust(settings);
      context.init(keys, trust == null ? null : trust.getTrustManagers(), null);
    } else {
      context.init(keys, new TrustManager[] {new TrustsAll()}, null);
    }
    return context;
  }

  private static KeyStore storeOf(String authorities) throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    try (InputStream pem = Files.newInputStream(Path.of(authorities))) {
      store.load(null, null);
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
      if (store.size() > 0) {
        return store;
      }
    } catch (IOException | CertificateException | InvalidPathException e) {
      throw new IllegalArgumentException(noCertificates(authorities), e);
    }
    throw new IllegalArgumentException(noCertificates(authorities));
  }

  private static String noCertificates(String authorities) {
    return "tls-ca: must be a file with certificates in PEM, was '" + authorities + "'";
  }
}

package org.plimsoll.api.kit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** The client certificate of a driver, for servers that require one. */
public final class ClientCertificate {
  /** The client certificate. */
  public static final Setting<String> CERTIFICATE =
      Setting.text("tls-cert", "", Setting.Reach.FILES)
          .describedAs("PEM file with the client certificate; empty: none");

  /** The private key of the client certificate. */
  public static final Setting<String> KEY =
      Setting.text("tls-key", "", Setting.Reach.FILES)
          .describedAs("PEM file with the private key of the client certificate, in PKCS #8");

  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
  private static final char[] NO_PASSWORD = new char[0];

  private ClientCertificate() {}

  /**
   * Returns key managers with the client certificate and its key; null if none is configured.
   *
   * @throws IllegalArgumentException if only one of the two is configured, or a file cannot be used
   */
  public static @Nullable KeyManagerFactory of(SettingValues settings)
      throws GeneralSecurityException {
    String certificate = settings.get(CERTIFICATE);
    String key = settings.get(KEY);
    if (certificate.isEmpty() != key.isEmpty()) {
      throw new IllegalArgumentException(
          "tls-key: must be given together with tls-cert, was '" + key + "'");
    }
    if (certificate.isEmpty()) {
      return null;
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setKeyEntry("client", key(key), NO_PASSWORD, chain(certificate));
      factory.init(store, NO_PASSWORD);
    } catch (IOException e) {
      throw new IllegalStateException("an empty key store has no file", e);
    }
    return factory;
  }

  private static Certificate[] chain(String file) {
    String allowed = "tls-cert: must be a file with certificates in PEM, was '" + file + "'";
    try (InputStream pem = Files.newInputStream(Path.of(file))) {
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(pem)
              .toArray(Certificate[]::new);
      if (chain.length > 0) {
        return chain;
      }
    } catch (IOException | CertificateException | InvalidPathException e) {
      throw new IllegalArgumentException(allowed, e);
    }
    throw new IllegalArgumentException(allowed);
  }

  /**
   * Reads a private key. Tries all algorithms, because the JDK cannot detect the algorithm from the
   * file.
   */
  private static PrivateKey key(String file) throws GeneralSecurityException {
    String allowed = "tls-key: must be a file with a private key in PKCS #8, was '" + file + "'";
    byte[] encoded;
    try {
      Matcher pem = PKCS8.matcher(Files.readString(Path.of(file)));
      if (!pem.find()) {
        throw new IllegalArgumentException(allowed);
      }
      encoded = Base64.getMimeDecoder().decode(pem.group(1));
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(allowed, e);
    }
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
      } catch (InvalidKeySpecException e) {
        // The key uses another algorithm.
      }
    }
    throw new IllegalArgumentException(allowed);
  }
}

package org.plimsoll.server.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * The certificate and private key of the server.
 *
 * @param certificate a PEM file: the server's certificate first, then those of its issuers
 * @param key a PEM file of the private key, PKCS #8, not encrypted
 */
public record Tls(Path certificate, Path key) {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
  private static final char[] NO_PASSWORD = new char[0];

  /**
   * The TLS context of the connector.
   *
   * @throws InvalidSpecException when the files are not a valid certificate and its key
   */
  SslContextFactory.Server context() {
    Certificate[] chain = chain();
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_PASSWORD);
      store.setKeyEntry("server", privateKey(), NO_PASSWORD, chain);
      SslContextFactory.Server context = new SslContextFactory.Server();
      context.setKeyStore(store);
      context.setKeyStorePassword("");
      context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new InvalidSpecException(
          "--tls-key: must be the key of --tls-cert, was '" + key + "'", e);
    }
  }

  private Certificate[] chain() {
    try {
      Collection<? extends Certificate> chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(certificate)));
      if (!chain.isEmpty()) {
        return chain.toArray(new Certificate[0]);
      }
    } catch (IOException | GeneralSecurityException e) {
      // Reported below.
    }
    throw new InvalidSpecException(
        "--tls-cert: must be a PEM file of certificates, was '" + certificate + "'");
  }

  private PrivateKey privateKey() throws GeneralSecurityException {
    String pem;
    try {
      pem = Files.readString(key, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw noKey();
    }
    Matcher matcher = KEY.matcher(pem);
    if (!matcher.find()) {
      throw noKey();
    }
    PKCS8EncodedKeySpec encoded =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)));
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
      } catch (InvalidKeySpecException e) {
        // The key has another algorithm.
      }
    }
    throw noKey();
  }

  private InvalidSpecException noKey() {
    return new InvalidSpecException(
        "--tls-key: must be a PEM file that starts with BEGIN PRIVATE KEY (openssl pkcs8 -topk8"
            + " -nocrypt converts other forms), was '"
            + key
            + "'");
  }
}

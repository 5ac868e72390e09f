package org.plimsoll.engine.spec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates and keys from PEM files. */
public final class Pem {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");

  private Pem() {}

  /**
   * Reads a chain of certificates from a file.
   *
   * @param option the option that names the file, for messages
   * @throws InvalidSpecException if the file contains no certificate
   */
  public static X509Certificate[] certificates(String option, Path file) {
    try {
      X509Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))
              .stream()
              .map(X509Certificate.class::cast)
              .toArray(X509Certificate[]::new);
      if (chain.length > 0) {
        return chain;
      }
    } catch (IOException | GeneralSecurityException e) {
      // Reported below.
    }
    throw new InvalidSpecException(
        option + ": must be a PEM file of certificates, was '" + file + "'");
  }

  /**
   * Reads an unencrypted PKCS #8 private key from a file.
   *
   * @param option the option that names the file, for messages
   * @throws InvalidSpecException if the file contains no such key
   */
  public static PrivateKey key(String option, Path file) {
    try {
      Matcher matcher = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
      if (matcher.find()) {
        PKCS8EncodedKeySpec encoded =
            new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)));
        for (String algorithm : ALGORITHMS) {
          try {
            return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
          } catch (InvalidKeySpecException e) {
            // The key has another algorithm.
          }
        }
      }
    } catch (IOException | GeneralSecurityException e) {
      // Reported below.
    }
    throw new InvalidSpecException(
        option
            + ": must be a PEM file that starts with BEGIN PRIVATE KEY (openssl pkcs8 -topk8"
            + " -nocrypt converts other forms), was '"
            + file
            + "'");
  }
}

package org.plimsoll.fleet.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Pem;
import scala.Option;

/**
 * TLS between nodes: both sides present a certificate that the fleet's certificate authority has
 * signed. The side that connects also checks that the certificate is valid for the host.
 */
final class NodeTls implements SSLEngineProvider {
  private static final String CA = "--fleet-ca";
  private static final String CERTIFICATE = "--fleet-certificate";
  private static final String KEY = "--fleet-key";
  private static final String[] PROTOCOLS = {"TLSv1.3"};
  private static final char[] NO_PASSWORD = new char[0];

  private final SSLContext context;
  private final Strangers strangers;

  private NodeTls(SSLContext context, Strangers strangers) {
    this.context = context;
    this.strangers = strangers;
  }

  /**
   * Creates the TLS of a node from its files.
   *
   * @param host host of the node, for which its certificate must be valid
   * @throws InvalidSpecException if a file is unusable
   */
  static NodeTls of(TlsFiles files, String host, Strangers strangers) {
    X509Certificate[] authority = Pem.certificates(CA, files.authority());
    X509Certificate[] chain = Pem.certificates(CERTIFICATE, files.certificate());
    PrivateKey key = Pem.key(KEY, files.key());
    List<String> names = names(chain[0]);
    if (names.stream().noneMatch(name -> covers(name, host))) {
      throw new InvalidSpecException(
          CERTIFICATE
              + ": must be valid for the host of --fleet-host, '"
              + host
              + "', and is valid for "
              + (names.isEmpty() ? "no host" : "'" + String.join("', '", names) + "'"));
    }
    try {
      KeyStore own = empty();
      own.setKeyEntry("node", key, NO_PASSWORD, chain);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(own, NO_PASSWORD);
      KeyStore trusted = empty();
      for (int i = 0; i < authority.length; i++) {
        trusted.setCertificateEntry("ca" + i, authority[i]);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      X509ExtendedTrustManager checker =
          Stream.of(trust.getTrustManagers())
              .filter(X509ExtendedTrustManager.class::isInstance)
              .map(X509ExtendedTrustManager.class::cast)
              .findFirst()
              .orElseThrow();
      requireSigned(checker, chain, files);
      requirePair(key, chain[0]);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys.getKeyManagers(), new TrustManager[] {new MemberTrust(checker, strangers)}, null);
      return new NodeTls(context, strangers);
    } catch (IOException | GeneralSecurityException e) {
      throw new InvalidSpecException(
          KEY + ": must be the key of " + CERTIFICATE + ", was '" + files.key() + "'", e);
    }
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  private static void requireSigned(
      X509ExtendedTrustManager checker, X509Certificate[] chain, TlsFiles files) {
    try {
      checker.checkServerTrusted(chain, "UNKNOWN");
      checker.checkClientTrusted(chain, "UNKNOWN");
    } catch (CertificateException e) {
      throw new InvalidSpecException(
          CERTIFICATE
              + ": must be signed by "
              + CA
              + " for clients and servers and must not have expired, was '"
              + files.certificate()
              + "' ("
              + e.getMessage()
              + ")",
          e);
    }
  }

  /**
   * Checks by a signature that key and certificate belong together. A key store does not check
   * this.
   */
  private static void requirePair(PrivateKey key, X509Certificate certificate)
      throws GeneralSecurityException {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> key.getAlgorithm();
        };
    byte[] text = "fleet".getBytes(StandardCharsets.US_ASCII);
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(text);
    byte[] signed = signature.sign();
    signature.initVerify(certificate.getPublicKey());
    signature.update(text);
    if (!signature.verify(signed)) {
      throw new SignatureException("another key");
    }
  }

  /** Returns the DNS names and addresses of a certificate. */
  private static List<String> names(X509Certificate certificate) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      return names == null
          ? List.of()
          : names.stream()
              .filter(name -> Objects.equals(name.get(0), 2) || Objects.equals(name.get(0), 7))
              .map(name -> String.valueOf(name.get(1)))
              .toList();
    } catch (CertificateException e) {
      return List.of();
    }
  }

  private static boolean covers(String name, String host) {
    int dot = host.indexOf('.');
    return name.equalsIgnoreCase(host)
        || (name.startsWith("*.")
            && dot > 0
            && name.substring(1).equalsIgnoreCase(host.substring(dot)));
  }

  @Override
  public SSLEngine createServerSSLEngine(String host, int port) {
    SSLEngine engine = context.createSSLEngine(host, port);
    engine.setUseClientMode(false);
    engine.setEnabledProtocols(PROTOCOLS);
    engine.setNeedClientAuth(true);
    return new WatchedEngine(engine, strangers);
  }

  @Override
  public SSLEngine createClientSSLEngine(String host, int port) {
    SSLEngine engine = context.createSSLEngine(host, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setProtocols(PROTOCOLS);
    engine.setSSLParameters(parameters);
    return engine;
  }

  @Override
  public Option<Throwable> verifyClientSession(String host, SSLSession session) {
    return Option.empty();
  }

  @Override
  public Option<Throwable> verifyServerSession(String host, SSLSession session) {
    return Option.empty();
  }
}

package org.plimsoll.server.security;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Pem;

/**
 * The certificate and private key of the server.
 *
 * @param certificate PEM file with the server's certificate, followed by those of its issuers
 * @param key PEM file with the private key, PKCS #8, not encrypted
 */
public record Tls(Path certificate, Path key) {
  private static final char[] NO_PASSWORD = new char[0];

  /**
   * Creates the TLS context of the connector.
   *
   * @throws InvalidSpecException if the files are not a valid certificate and its key
   */
  SslContextFactory.Server context() {
    Certificate[] chain = Pem.certificates("--tls-cert", certificate);
    PrivateKey secret = Pem.key("--tls-key", key);
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_PASSWORD);
      store.setKeyEntry("server", secret, NO_PASSWORD, chain);
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
}

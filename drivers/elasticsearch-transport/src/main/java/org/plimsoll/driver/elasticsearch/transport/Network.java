package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ClientCertificate;

/**
 * Checks each address before the client connects to it, and remembers why the last connection
 * failed.
 */
final class Network {
  /**
   * The network for the client that is being created. The library creates the plug-in from its
   * class alone, so the network cannot be passed as an argument.
   */
  static final ScopedValue<Network> OF_CLIENT = ScopedValue.newInstance();

  private final DriverContext context;
  private final Set<InetSocketAddress> refused = ConcurrentHashMap.newKeySet();
  private final @Nullable SSLContext tls;
  private final boolean verifies;
  private final Duration patience;
  private volatile @Nullable Exception lastFailure;
  private volatile @Nullable SSLException disagreement;

  /**
   * Creates the network of a target.
   *
   * @throws IOException if the TLS of this JVM cannot be used
   * @throws IllegalArgumentException if a file with certificates or a key cannot be used
   */
  Network(DriverContext context) throws IOException {
    this.context = context;
    SettingValues settings = context.settings();
    verifies = settings.get(TlsSettings.VERIFY);
    patience = settings.get(TransportSettings.CONNECT_TIMEOUT);
    try {
      tls =
          settings.get(TlsSettings.TLS)
              ? TlsSettings.context(settings, ClientCertificate.of(settings))
              : null;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS cannot be set up: " + Causes.line(e), e);
    }
  }

  /** Creates the TLS of a connection; null if the target has none. */
  @Nullable SSLEngine encryption(HostPort node) {
    if (tls == null) {
      return null;
    }
    SSLEngine engine = tls.createSSLEngine(node.host(), node.port());
    engine.setUseClientMode(true);
    if (verifies) {
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      engine.setSSLParameters(parameters);
    }
    return engine;
  }

  /** How long a handshake may take. */
  Duration patience() {
    return patience;
  }

  /** A handshake has ended; if it failed, the library does not report the reason. */
  void encrypted(@Nullable Throwable failure) {
    disagreement =
        failure == null
            ? null
            : Causes.find(failure, cause -> cause instanceof SSLException tls ? tls : null);
  }

  /**
   * Checks an address before the client connects to it: an address of the target, or one that the
   * cluster has reported.
   *
   * @throws IOException if the address is not allowed; the first refusal is also reported as an
   *     event
   */
  void check(InetSocketAddress address) throws IOException {
    try {
      InetSocketAddress _ = context.resolve(address);
    } catch (RefusedAddressException e) {
      if (refused.add(address)) {
        context.event("node " + HostPort.of(address) + " is not allowed");
      }
      throw e;
    }
  }

  void failed(Exception failure) {
    lastFailure = failure;
  }

  /** Returns the exception of the last connection that failed, or null if none has failed. */
  @Nullable Exception lastFailure() {
    SSLException known = disagreement;
    return known == null ? lastFailure : known;
  }
}

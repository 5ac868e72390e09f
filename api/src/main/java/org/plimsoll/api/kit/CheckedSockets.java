package org.plimsoll.api.kit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;

/**
 * Blocking sockets to servers, which connect only to addresses that the engine allows, and use TLS
 * if {@link TlsSettings#TLS} is set. A certificate must have the name of the server, although the
 * socket connects to an address.
 */
public final class CheckedSockets {
  private final DriverContext context;
  private final @Nullable SSLSocketFactory tls;
  private final boolean verifies;

  private CheckedSockets(DriverContext context, @Nullable SSLContext tls, boolean verifies) {
    this.context = context;
    this.tls = tls == null ? null : tls.getSocketFactory();
    this.verifies = verifies;
  }

  /**
   * Returns the sockets of a driver with all {@link TlsSettings}.
   *
   * @param own key managers with the client certificate; null for none
   * @throws IllegalArgumentException if the file of CA certificates cannot be used
   */
  public static CheckedSockets of(DriverContext context, @Nullable KeyManagerFactory own)
      throws GeneralSecurityException {
    SettingValues settings = context.settings();
    boolean verifies = settings.get(TlsSettings.VERIFY);
    SSLContext tls = settings.get(TlsSettings.TLS) ? TlsSettings.context(settings, own) : null;
    return new CheckedSockets(context, tls, verifies);
  }

  /**
   * Returns the sockets of a driver that always verifies certificates, and does not have the
   * setting {@link TlsSettings#VERIFY}.
   *
   * @throws IllegalArgumentException if the file of CA certificates cannot be used
   */
  public static CheckedSockets verifying(DriverContext context) throws GeneralSecurityException {
    SettingValues settings = context.settings();
    if (!settings.get(TlsSettings.TLS)) {
      return new CheckedSockets(context, null, true);
    }
    TrustManagerFactory trust = TlsSettings.trust(settings);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, trust == null ? null : trust.getTrustManagers(), null);
    return new CheckedSockets(context, tls, true);
  }

  /**
   * Connects to a server, with TLS if it is set. Closing the returned socket closes the connection.
   *
   * @param patience the maximum wait for the connection, and for each answer that is read
   */
  public Socket connect(HostPort server, Duration patience) throws IOException {
    Socket plain = plain(server, patience);
    try {
      return secured(plain, server);
    } catch (IOException | RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  /**
   * Connects to the first address of a server that accepts, without TLS.
   *
   * @param patience the maximum wait for the connection, and for each answer that is read
   */
  public Socket plain(HostPort server, Duration patience) throws IOException {
    return connected(context.resolve(server.host(), server.port()), server, patience);
  }

  /** Connects to the first of the checked addresses of a server that accepts. */
  static Socket connected(InetAddress[] addresses, HostPort server, Duration patience)
      throws IOException {
    int millis = Math.clamp(patience.toMillis(), 1, Integer.MAX_VALUE);
    IOException failure = new UnknownHostException(server.host());
    for (InetAddress each : addresses) {
      Socket socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(each, server.port()), millis);
        socket.setSoTimeout(millis);
        socket.setTcpNoDelay(true);
        return socket;
      } catch (IOException e) {
        socket.close();
        failure = e;
      }
    }
    throw failure;
  }

  /**
   * Puts TLS over a connected socket and waits for the handshake. Returns the same socket if TLS is
   * not set.
   *
   * @param server the server whose name the certificate must have
   */
  public Socket secured(Socket connected, HostPort server) throws IOException {
    if (tls == null) {
      return connected;
    }
    SSLSocket socket = (SSLSocket) tls.createSocket(connected, server.host(), server.port(), true);
    if (verifies) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
    }
    socket.startHandshake();
    return socket;
  }
}

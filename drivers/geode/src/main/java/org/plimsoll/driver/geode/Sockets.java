package org.plimsoll.driver.geode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.security.GeneralSecurityException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.apache.geode.cache.client.SocketFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;

/**
 * The sockets of a target. Each asks the engine about its address before it connects: that of the
 * target, or one that a locator names. They can be closed together, since the library would wait
 * for a connection that no longer answers.
 */
final class Sockets implements SocketFactory {
  private final DriverContext context;
  private final @Nullable SSLSocketFactory tls;
  private final boolean verifies;
  private volatile @Nullable SSLException disagreement;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /**
   * Sockets of a target, which are encrypted if its settings say so.
   *
   * @throws IllegalArgumentException if the file of CA certificates cannot be used
   */
  Sockets(DriverContext context) throws IOException {
    this.context = context;
    SettingValues settings = context.settings();
    verifies = settings.get(TlsSettings.VERIFY);
    try {
      tls = settings.get(TlsSettings.TLS) ? TlsSettings.context(settings).getSocketFactory() : null;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS cannot be set up: " + Causes.line(e), e);
    }
  }

  @Override
  public Socket createSocket() {
    return new CheckedSocket();
  }

  /** The last failure of a TLS handshake, of which the library does not tell; null if none. */
  @Nullable SSLException disagreement() {
    return disagreement;
  }

  /** Closes all, which ends the calls that wait for an answer. */
  void close() {
    for (Socket each : open) {
      try {
        each.close();
      } catch (IOException e) {
        // It is no longer used.
      }
    }
  }

  private final class CheckedSocket extends Socket {
    private volatile @Nullable SSLSocket encrypted;

    @Override
    public void connect(SocketAddress address, int timeoutMillis) throws IOException {
      super.connect(
          address instanceof InetSocketAddress named ? context.resolve(named) : address,
          timeoutMillis);
      open.add(this);
      if (tls != null && address instanceof InetSocketAddress named) {
        try {
          encrypt(tls, named, timeoutMillis);
        } catch (SSLException e) {
          disagreement = e;
          close();
          throw e;
        }
      }
    }

    /**
     * Puts TLS over this socket. The TLS settings of Geode would apply to all targets in the
     * process.
     */
    private void encrypt(SSLSocketFactory factory, InetSocketAddress address, int timeoutMillis)
        throws IOException {
      SSLSocket over =
          (SSLSocket) factory.createSocket(this, address.getHostString(), address.getPort(), false);
      if (verifies) {
        SSLParameters parameters = over.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        over.setSSLParameters(parameters);
      }
      int before = getSoTimeout();
      setSoTimeout(timeoutMillis);
      over.startHandshake();
      setSoTimeout(before);
      encrypted = over;
    }

    @Override
    public InputStream getInputStream() throws IOException {
      SSLSocket over = encrypted;
      return over == null ? super.getInputStream() : over.getInputStream();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      SSLSocket over = encrypted;
      return over == null ? super.getOutputStream() : over.getOutputStream();
    }

    @Override
    public void close() throws IOException {
      open.remove(this);
      super.close();
    }
  }
}

package org.plimsoll.driver.geode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.security.GeneralSecurityException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.apache.geode.cache.client.SocketFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.kit.CheckedSockets;

/**
 * Creates the sockets of a target. Each socket checks its address with the engine before it
 * connects, whether the address comes from the target or from a locator. All sockets can be closed
 * together. This is necessary because the library would wait for a connection that no longer
 * answers.
 */
final class Sockets implements SocketFactory {
  private final DriverContext context;
  private final CheckedSockets sockets;
  private volatile @Nullable SSLException disagreement;
  private volatile boolean reached;
  private volatile boolean unanswered;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /**
   * Creates a factory of sockets, which are encrypted if the settings enable TLS.
   *
   * @throws IllegalArgumentException if the file of CA certificates cannot be used
   */
  Sockets(DriverContext context) throws IOException {
    this.context = context;
    try {
      sockets = CheckedSockets.of(context, null);
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS cannot be set up: " + Causes.line(e), e);
    }
  }

  @Override
  public Socket createSocket() {
    return new CheckedSocket();
  }

  /**
   * Returns the last failure of a TLS handshake, which the library does not report, or null if
   * there was none.
   */
  @Nullable SSLException disagreement() {
    return disagreement;
  }

  /** Whether the last connection was accepted, which the library does not report. */
  boolean reached() {
    return reached;
  }

  /**
   * Whether the last connection was accepted, but closed because there was no answer within its
   * timeout. The library does not report this.
   */
  boolean isUnanswered() {
    return unanswered;
  }

  /** Closes all sockets, which ends the calls that are waiting for an answer. */
  void close() {
    for (Socket each : open) {
      try {
        each.close();
      } catch (IOException e) {
        // The socket is no longer used.
      }
    }
  }

  private final class CheckedSocket extends Socket {
    private volatile @Nullable Socket encrypted;
    private volatile boolean accepted;
    private volatile long acceptedNanos;
    private volatile int waitMillis;

    @Override
    public void connect(SocketAddress address, int timeoutMillis) throws IOException {
      reached = false;
      unanswered = false;
      super.connect(
          address instanceof InetSocketAddress named ? context.resolve(named) : address,
          timeoutMillis);
      reached = true;
      acceptedNanos = System.nanoTime();
      accepted = true;
      open.add(this);
      if (address instanceof InetSocketAddress named) {
        try {
          encrypt(named, timeoutMillis);
        } catch (SSLException e) {
          disagreement = e;
          close();
          throw e;
        }
      }
    }

    /**
     * Adds TLS to this socket if the target uses it. The TLS settings of Geode would apply to all
     * targets in the process.
     */
    private void encrypt(InetSocketAddress address, int timeoutMillis) throws IOException {
      int before = getSoTimeout();
      setSoTimeout(timeoutMillis);
      Socket over = sockets.secured(this, HostPort.of(address));
      setSoTimeout(before);
      encrypted = over.equals(this) ? null : over;
    }

    @Override
    public InputStream getInputStream() throws IOException {
      Socket over = encrypted;
      return over == null ? super.getInputStream() : over.getInputStream();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      Socket over = encrypted;
      return over == null ? super.getOutputStream() : over.getOutputStream();
    }

    /** The library sets a timeout before it waits for the first answers, and then sets 0. */
    @Override
    public void setSoTimeout(int millis) throws SocketException {
      super.setSoTimeout(millis);
      waitMillis = millis;
    }

    @Override
    public void close() throws IOException {
      open.remove(this);
      if (accepted && waitMillis > 0) {
        accepted = false; // a socket may be closed several times
        unanswered = System.nanoTime() - acceptedNanos >= TimeUnit.MILLISECONDS.toNanos(waitMillis);
      }
      super.close();
    }
  }
}

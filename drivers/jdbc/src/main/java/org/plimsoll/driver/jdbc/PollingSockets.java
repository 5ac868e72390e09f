package org.plimsoll.driver.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import javax.net.SocketFactory;

/**
 * Creates sockets whose readers poll for an answer before they sleep. On processors that halt when
 * idle, a wake-up takes 10 to 40 µs. This time is part of the service time. Polling avoids it, but
 * uses CPU time, which a server on the same machine then lacks.
 *
 * <p>The class is public because JDBC drivers instantiate it by name.
 */
public final class PollingSockets extends SocketFactory {
  /** The time to poll before sleeping. For slower answers, the wake-up time is negligible. */
  private static final Duration PATIENCE = Duration.ofMillis(1);

  @Override
  public Socket createSocket() {
    return new PollingSocket();
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw unconnectedAlone();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
    throw unconnectedAlone();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw unconnectedAlone();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) {
    throw unconnectedAlone();
  }

  private static UnsupportedOperationException unconnectedAlone() {
    return new UnsupportedOperationException("JDBC drivers connect with their own timeout");
  }

  private static final class PollingSocket extends Socket {
    @Override
    public InputStream getInputStream() throws IOException {
      return new PollingStream(super.getInputStream(), PATIENCE, System::nanoTime);
    }
  }
}

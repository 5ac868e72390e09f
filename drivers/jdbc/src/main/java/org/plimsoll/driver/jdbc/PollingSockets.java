package org.plimsoll.driver.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import javax.net.SocketFactory;

/**
 * Makes sockets whose readers look for an answer again and again before they sleep for it. To be
 * woken takes 10 to 40 µs where processors halt when idle, is inside the service time, and costs
 * the processor of the server that sends the answer.
 *
 * <p>Public, as JDBC drivers make it by its name.
 */
public final class PollingSockets extends SocketFactory {
  /** Beside an answer that takes longer, the time to be woken does not count. */
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
    return new UnsupportedOperationException("JDBC drivers connect with a timeout of their own");
  }

  private static final class PollingSocket extends Socket {
    @Override
    public InputStream getInputStream() throws IOException {
      return new PollingStream(super.getInputStream(), PATIENCE, System::nanoTime);
    }
  }
}

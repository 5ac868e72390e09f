package org.plimsoll.driver.cassandrathrift;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.cassandra.thrift.AuthenticationRequest;
import org.apache.thrift.TException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.Credentials;

/** Opens connections to nodes, and logs in. */
final class Connector {
  private static final long LARGEST_FRAME_BYTES = 1L << 30;

  private final DriverContext context;
  private final int patienceMillis;
  private final int maxFrameBytes;
  private final Optional<Credentials> login;
  private final boolean verifies;
  private final @Nullable SSLContext tls;

  Connector(DriverContext context) throws GeneralSecurityException {
    this.context = context;
    SettingValues settings = context.settings();
    patienceMillis =
        Math.clamp(settings.get(ThriftSettings.CONNECT_TIMEOUT).toMillis(), 1, Integer.MAX_VALUE);
    long frame = settings.get(ThriftSettings.MAX_FRAME);
    if (frame < 1 || frame > LARGEST_FRAME_BYTES) {
      throw new IllegalArgumentException(
          "max-frame: must be a size from 1 to 1GiB, was '" + frame + "'");
    }
    maxFrameBytes = Math.toIntExact(frame);
    login = Credentials.of(settings);
    verifies = settings.get(TlsSettings.VERIFY);
    tls = settings.get(TlsSettings.TLS) ? TlsSettings.context(settings) : null;
  }

  /**
   * Connects to a node, checks that it speaks Thrift, and logs in.
   *
   * @throws IOException one sentence with the address; its cause is the failure
   */
  Connection connect(HostPort node) throws IOException {
    try {
      return attempt(node);
    } catch (IOException | TException | RuntimeException e) {
      throw Failures.unusable(node.toString(), e);
    }
  }

  private Connection attempt(HostPort node) throws IOException, TException {
    InetAddress[] addresses = context.resolve(node.host(), node.port());
    IOException failure = new IOException("no address");
    for (InetAddress each : addresses) {
      Socket socket = new Socket();
      boolean greeted = false;
      try {
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(each, node.port()), patienceMillis);
        socket.setSoTimeout(patienceMillis);
        Connection connection = new Connection(socket, secured(socket, node), maxFrameBytes);
        greet(connection);
        greeted = true;
        return connection;
      } catch (IOException e) {
        failure = e instanceof SocketTimeoutException ? timedOut(e) : e;
      } finally {
        if (!greeted) {
          socket.close();
        }
      }
    }
    throw failure;
  }

  private static IOException timedOut(IOException cause) {
    SocketTimeoutException failure = new SocketTimeoutException("no answer in time");
    failure.initCause(cause);
    return failure;
  }

  private void greet(Connection connection) throws IOException, TException {
    var _ = connection.client().describe_version();
    if (login.isPresent()) {
      Map<String, String> sent =
          Map.of("username", login.get().user(), "password", login.get().password());
      connection.client().login(new AuthenticationRequest(sent));
    }
    connection.answerWithin(0);
  }

  private Socket secured(Socket socket, HostPort node) throws IOException {
    if (tls == null) {
      return socket;
    }
    SSLSocket secured =
        (SSLSocket) tls.getSocketFactory().createSocket(socket, node.host(), node.port(), true);
    if (verifies) {
      SSLParameters parameters = secured.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secured.setSSLParameters(parameters);
    }
    secured.startHandshake();
    return secured;
  }
}

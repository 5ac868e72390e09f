package org.plimsoll.driver.cassandrathrift;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.cassandra.thrift.AuthenticationRequest;
import org.apache.thrift.TException;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.CheckedSockets;
import org.plimsoll.api.kit.Credentials;

/** Opens connections to nodes, and logs in. */
final class Connector {
  private static final long LARGEST_FRAME_BYTES = 1L << 30;

  private final CheckedSockets sockets;
  private final Duration patience;
  private final int maxFrameBytes;
  private final Optional<Credentials> login;

  Connector(DriverContext context) throws GeneralSecurityException {
    SettingValues settings = context.settings();
    sockets = CheckedSockets.of(context, null);
    patience = settings.get(ThriftSettings.CONNECT_TIMEOUT);
    long frame = settings.get(ThriftSettings.MAX_FRAME);
    if (frame < 1 || frame > LARGEST_FRAME_BYTES) {
      throw new IllegalArgumentException(
          "max-frame: must be a size from 1 to 1GiB, was '" + frame + "'");
    }
    maxFrameBytes = Math.toIntExact(frame);
    login = Credentials.of(settings);
  }

  /**
   * Connects to a node, checks that it supports Thrift, and logs in.
   *
   * @throws IOException if the connection fails; the message is one sentence with the address
   */
  Connection connect(HostPort node) throws IOException {
    try {
      return attempt(node);
    } catch (IOException | TException | RuntimeException e) {
      throw Failures.unusable(node.toString(), e);
    }
  }

  private Connection attempt(HostPort node) throws IOException, TException {
    try {
      return greeted(sockets.plain(node, patience), node);
    } catch (SocketTimeoutException e) {
      throw timedOut(e);
    }
  }

  private Connection greeted(Socket plain, HostPort node) throws IOException, TException {
    boolean greeted = false;
    try {
      Connection connection = new Connection(plain, sockets.secured(plain, node), maxFrameBytes);
      greet(connection);
      greeted = true;
      return connection;
    } finally {
      if (!greeted) {
        plain.close();
      }
    }
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
}

package org.plimsoll.driver.cassandrathrift;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import org.apache.cassandra.thrift.Cassandra;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TFramedTransport;
import org.apache.thrift.transport.TIOStreamTransport;

/** A connection to a node, which carries one call at a time. Any thread may close it. */
final class Connection implements AutoCloseable {
  private static final int BUFFER_BYTES = 8 << 10;

  private final Socket plain;
  private final Socket used;
  private final Cassandra.Client client;
  private String keyspace = "";
  private volatile boolean open = true;

  /**
   * Creates a client on a connected socket.
   *
   * @param plain the socket below TLS
   * @param used the socket with TLS, or the plain one
   * @param maxFrameBytes the largest answer that is accepted
   */
  Connection(Socket plain, Socket used, int maxFrameBytes) throws IOException {
    this.plain = plain;
    this.used = used;
    TIOStreamTransport streams =
        new TIOStreamTransport(
            new BufferedInputStream(used.getInputStream(), BUFFER_BYTES),
            new BufferedOutputStream(used.getOutputStream(), BUFFER_BYTES));
    client =
        new Cassandra.Client(
            new TBinaryProtocol(
                new TFramedTransport(streams, maxFrameBytes),
                maxFrameBytes,
                maxFrameBytes,
                false,
                true));
  }

  Cassandra.Client client() {
    return client;
  }

  boolean isOpen() {
    return open;
  }

  /** Selects the keyspace of the calls that follow. */
  void use(String name) throws TException {
    if (!name.equals(keyspace)) {
      client.set_keyspace(name);
      keyspace = name;
    }
  }

  /** Limits the wait for an answer; 0: no limit. */
  void answerWithin(int millis) throws SocketException {
    used.setSoTimeout(millis);
  }

  /**
   * Closes the plain socket, which ends a call on another thread. Closing the streams or the socket
   * with TLS would wait for that call.
   */
  @Override
  public void close() {
    open = false;
    try {
      plain.close();
    } catch (IOException e) {
      // The connection is given up in any case.
    }
  }
}

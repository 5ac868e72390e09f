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

/** A connection to a node. It carries one call at a time, and any thread may close it. */
final class Connection implements AutoCloseable {
  private static final int BUFFER_BYTES = 8 << 10;

  private final Socket plain;
  private final Socket used;
  private final Cassandra.Client client;
  private String keyspace = "";
  private volatile boolean open = true;

  /**
   * Creates a Thrift client on a connected socket.
   *
   * @param plain the socket below TLS
   * @param used the socket with TLS, or the plain one
   * @param maxFrameBytes the size of the largest accepted answer, in bytes
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

  /** Selects the keyspace for the following calls. */
  void use(String name) throws TException {
    if (!name.equals(keyspace)) {
      client.set_keyspace(name);
      keyspace = name;
    }
  }

  /** Sets the timeout for answers, in milliseconds; 0: no timeout. */
  void answerWithin(int millis) throws SocketException {
    used.setSoTimeout(millis);
  }

  /**
   * Closes the plain socket, which ends a call on another thread. Closing the streams or the TLS
   * socket would block until that call ends.
   */
  @Override
  public void close() {
    open = false;
    try {
      plain.close();
    } catch (IOException e) {
      // The connection is always discarded.
    }
  }
}

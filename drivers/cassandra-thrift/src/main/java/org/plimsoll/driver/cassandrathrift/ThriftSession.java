package org.plimsoll.driver.cassandrathrift;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.thrift.TException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;

/** A session with its own connections: at most one to each node that its operations need. */
final class ThriftSession implements BlockingSession {
  private final int number;
  private final Shared shared;
  private final Consumer<ThriftSession> onClose;
  private final Map<Node, Connection> connections = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** The objects that all sessions share. */
  record Shared(Nodes nodes, Connector connector, Operations operations, String keyspace) {}

  /**
   * Creates a session without connections.
   *
   * @param number the number of the session within this client, which selects its node
   */
  ThriftSession(int number, Shared shared, Consumer<ThriftSession> onClose) {
    this.number = number;
    this.shared = shared;
    this.onClose = onClose;
  }

  /** Connects to the node of the session, so that the first operation need not connect. */
  void connect() throws IOException {
    var _ = connection(null);
  }

  @Override
  public Outcome execute(Operation operation) {
    if (closed) {
      return Outcome.failed(Common.CLOSED).withAttempts(0);
    }
    Connection connection;
    try {
      connection = connection(shared.operations().key(operation));
    } catch (IOException e) {
      return closed ? Outcome.failed(Common.CLOSED).withAttempts(0) : Failures.unsent(e);
    }
    try {
      return shared.operations().execute(operation, connection.client());
    } catch (TException | RuntimeException e) {
      if (Failures.breaksConnection(e)) {
        connection.close();
      }
      return closed ? Outcome.failed(Common.CLOSED) : Failures.outcome(e, operation.type());
    }
  }

  /** Requests the API version, on the connection that the operation would use. */
  @Override
  public void rehearse(Operation operation) throws Exception {
    if (!closed) {
      var _ = connection(shared.operations().key(operation)).client().describe_version();
    }
  }

  /**
   * Returns the connection to the node for a key, and opens it if necessary. If a node cannot be
   * connected to, it is skipped and the next one is tried. This is safe, because nothing has been
   * sent yet.
   */
  private Connection connection(@Nullable ByteBuffer key) throws IOException {
    IOException failure = null;
    for (int tries = 0; tries <= shared.nodes().all().size(); tries++) {
      Node node = shared.nodes().choose(number, key);
      if (node == null) {
        break;
      }
      Connection known = connections.get(node);
      if (known != null && known.isOpen()) {
        return known;
      }
      try {
        return opened(node);
      } catch (IOException e) {
        failure = e;
        if (!closed) {
          shared.nodes().isDown(node);
        }
      }
    }
    throw failure == null ? new IOException("no node can be connected to") : failure;
  }

  private Connection opened(Node node) throws IOException {
    Connection fresh = shared.connector().connect(node.address());
    try {
      fresh.use(shared.keyspace());
    } catch (TException e) {
      fresh.close();
      throw Failures.unusable(node.toString(), e);
    }
    connections.put(node, fresh);
    if (closed) {
      fresh.close();
      throw new IOException("the session is closed");
    }
    return fresh;
  }

  @Override
  public FailureCode failureCode(Exception exception) {
    return closed ? Common.CLOSED : FailureCode.of(exception);
  }

  /** Closes the connections, which also ends a call in flight. */
  @Override
  public void close() {
    closed = true;
    connections.values().forEach(Connection::close);
    onClose.accept(this);
  }
}

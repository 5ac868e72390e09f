package org.plimsoll.driver.cassandrathrift;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.cassandra.thrift.Cassandra;
import org.apache.cassandra.thrift.Compression;
import org.apache.cassandra.thrift.ConsistencyLevel;
import org.apache.cassandra.thrift.CqlRow;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TTransportException;
import org.plimsoll.api.HostPort;

/**
 * Requests about the cluster: schema, ring, version and estimates. They use a separate connection
 * to each node, which no operation shares.
 */
final class Control implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Connector connector;
  private final Map<HostPort, Connection> connections = new ConcurrentHashMap<>();
  private volatile Supplier<List<HostPort>> nodes;
  private volatile boolean closed;

  /** A request to a node. */
  @FunctionalInterface
  interface Request<T> {
    T on(Cassandra.Client client) throws TException;
  }

  /**
   * Creates a control without connections.
   *
   * @param nodes the nodes to ask, in order of preference
   */
  Control(Connector connector, Supplier<List<HostPort>> nodes) {
    this.connector = connector;
    this.nodes = nodes;
  }

  /** Sets the nodes to ask, in order of preference. */
  void ask(Supplier<List<HostPort>> newNodes) {
    nodes = newNodes;
  }

  /** Sends a request to the first node that can be reached. */
  <T> T any(Request<T> request) throws IOException, TException {
    IOException failure = new IOException("no node is known");
    for (HostPort node : nodes.get()) {
      try {
        return on(node, request);
      } catch (TTransportException e) {
        failure = Failures.unusable(node.toString(), e);
      } catch (IOException e) {
        failure = e;
      }
    }
    throw failure;
  }

  /** Sends a request to a node. A connection that broke after its last request is replaced. */
  synchronized <T> T on(HostPort node, Request<T> request) throws IOException, TException {
    Connection known = connections.get(node);
    if (known != null && known.isOpen()) {
      try {
        return ask(node, known, request);
      } catch (TTransportException e) {
        if (closed) {
          throw e;
        }
      }
    }
    Connection fresh = connector.connect(node);
    fresh.answerWithin(PATIENCE_MILLIS);
    connections.put(node, fresh);
    if (closed) {
      fresh.close();
      throw new IOException("the target is closed");
    }
    return ask(node, fresh, request);
  }

  private <T> T ask(HostPort node, Connection connection, Request<T> request) throws TException {
    try {
      return request.on(connection.client());
    } catch (TException | RuntimeException e) {
      if (Failures.breaksConnection(e)) {
        connections.remove(node, connection);
        connection.close();
      }
      throw e;
    }
  }

  /** Sends a CQL statement over Thrift. Servers support this since version 1.2. */
  static List<CqlRow> cql(Cassandra.Client client, String statement) throws TException {
    List<CqlRow> rows =
        client
            .execute_cql3_query(
                ByteBuffer.wrap(statement.getBytes(StandardCharsets.UTF_8)),
                Compression.NONE,
                ConsistencyLevel.ONE)
            .getRows();
    return rows == null ? List.of() : rows;
  }

  /** Closes the connections, which also ends a request in flight. */
  @Override
  public void close() {
    closed = true;
    connections.values().forEach(Connection::close);
  }
}

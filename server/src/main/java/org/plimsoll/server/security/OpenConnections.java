package org.plimsoll.server.security;

import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of open connections per network and in total. At a limit, a new connection
 * replaces the oldest one without a request in progress, so that idle connections cannot exclude
 * others. If all have a request in progress, the new connection is one of a few reserved ones.
 * These only answer requests that stop all load or check the health of the server. Thread-safe.
 */
final class OpenConnections extends Handler.Wrapper implements Connection.Listener {
  private final int networkMax;
  private final int most;
  private final Map<String, Set<Connection>> open = new LinkedHashMap<>();
  private final Map<Connection, String> networks = new HashMap<>();
  private final Set<Connection> busy = ConcurrentHashMap.newKeySet();
  private final Set<Connection> reserved = new LinkedHashSet<>();

  /**
   * The maximum number of connections beyond the limits. The oldest idle connection is closed to
   * make room.
   */
  static final int RESERVED_MAX = 32;

  /**
   * @param networkMax maximum number of connections of one network: an IPv4 address, or an IPv6 /64
   * @param most maximum number of connections
   */
  OpenConnections(int networkMax, int most) {
    this.networkMax = networkMax;
    this.most = most;
  }

  @Override
  public void onOpened(Connection connection) {
    String network = network(connection.getEndPoint());
    if (network != null) {
      Connection surplus = add(connection, network);
      if (surplus != null) {
        surplus.close();
      }
    }
  }

  /** Adds a connection, and returns the connection to close; null if there is room for all. */
  private synchronized @Nullable Connection add(Connection connection, String network) {
    networks.put(connection, network);
    Set<Connection> its = open.computeIfAbsent(network, _ -> new LinkedHashSet<>());
    its.add(connection);
    if (its.size() <= networkMax && networks.size() <= most) {
      return null;
    }
    Set<Connection> crowd = its.size() > networkMax ? its : largest();
    Connection surplus = crowd.stream().filter(this::isIdle).findFirst().orElse(connection);
    remove(surplus);
    return surplus == connection ? reserve(connection) : surplus;
  }

  private @Nullable Connection reserve(Connection connection) {
    reserved.add(connection);
    if (reserved.size() <= RESERVED_MAX) {
      return null;
    }
    Connection surplus = reserved.stream().filter(this::isIdle).findFirst().orElse(connection);
    reserved.remove(surplus);
    return surplus;
  }

  private synchronized boolean isAboveLimits(Connection connection) {
    return !reserved.isEmpty()
        && reserved.stream().anyMatch(each -> each == connection || inner(each) == connection);
  }

  private Set<Connection> largest() {
    return open.values().stream().max(Comparator.comparingInt(Set::size)).orElse(Set.of());
  }

  @Override
  public void onClosed(Connection connection) {
    remove(connection);
  }

  private synchronized void remove(Connection connection) {
    reserved.remove(connection);
    // A closed socket no longer knows its address.
    String network = networks.remove(connection);
    Set<Connection> its = network == null ? null : open.get(network);
    if (its != null && its.remove(connection) && its.isEmpty()) {
      open.remove(network);
    }
  }

  /** Returns the network of a socket; null for the inner endpoint of a TLS connection. */
  private static @Nullable String network(EndPoint endPoint) {
    return endPoint instanceof SocketChannelEndPoint
            && endPoint.getRemoteSocketAddress() instanceof InetSocketAddress remote
        ? Sessions.network(remote.getAddress().getHostAddress())
        : null;
  }

  private boolean isIdle(Connection connection) {
    Connection http = inner(connection);
    return http == null || !busy.contains(http);
  }

  /** Returns the HTTP connection inside a TLS connection; null before there is one. */
  private static @Nullable Connection inner(Connection connection) {
    return connection instanceof SslConnection tls
        ? tls.getSslEndPoint().getConnection()
        : connection;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Connection connection = request.getConnectionMetaData().getConnection();
    if (!RequestThreads.isReserved(request) && isAboveLimits(connection)) {
      RequestThreads.refuse(request, response, callback);
      return true;
    }
    busy.add(connection);
    Request.addCompletionListener(request, _ -> busy.remove(connection));
    return super.handle(request, response, callback);
  }
}

package org.plimsoll.server;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.server.http.Access;
import org.plimsoll.server.security.Tls;

/**
 * The address, access control and request limits of the server.
 *
 * @param host the address that the server listens on
 * @param port the TCP port; 0 for a free one
 * @param tls the certificate and key for TLS; null for plain HTTP
 * @param names host names of the server, in addition to {@code localhost}
 * @param requestsPerSecond maximum requests per second of one caller
 * @param callerRuns maximum number of live runs of one caller
 */
public record ServerSettings(
    String host,
    int port,
    Access access,
    @Nullable Tls tls,
    Set<String> names,
    double requestsPerSecond,
    int callerRuns) {
  /** The loopback address: only this machine can connect. */
  public static final String LOOPBACK = "127.0.0.1";

  /** The default limit per caller: enough for the open pages of one user and for usual scripts. */
  public static final double REQUESTS_PER_SECOND = 200;

  public ServerSettings {
    names = Set.copyOf(names);
  }

  /** Creates settings without a limit on the live runs of one caller. */
  public ServerSettings(
      String host,
      int port,
      Access access,
      @Nullable Tls tls,
      Set<String> names,
      double requestsPerSecond) {
    this(host, port, access, tls, names, requestsPerSecond, Integer.MAX_VALUE);
  }

  /**
   * Creates settings for plain HTTP, without additional host names and with the default request
   * limit.
   */
  public ServerSettings(String host, int port, Access access) {
    this(host, port, access, null, Set.of(), REQUESTS_PER_SECOND);
  }

  /** Creates settings for plain HTTP on loopback, without authentication. */
  public static ServerSettings local(int port) {
    return new ServerSettings(LOOPBACK, port, Access.open());
  }
}

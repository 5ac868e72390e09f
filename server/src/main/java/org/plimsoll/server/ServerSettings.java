package org.plimsoll.server;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.server.http.Access;
import org.plimsoll.server.security.Tls;

/**
 * How the server listens, and to whom.
 *
 * @param host the address that it listens on
 * @param port 0 for one that is free
 * @param tls null for plain HTTP
 * @param names host names that it is known by, besides {@code localhost}
 * @param requestsPerSecond of one caller
 */
public record ServerSettings(
    String host,
    int port,
    Access access,
    @Nullable Tls tls,
    Set<String> names,
    double requestsPerSecond) {
  /** Where nobody but this machine comes. */
  public static final String LOOPBACK = "127.0.0.1";

  /** Enough for the pages of one person, and for scripts that do not run wild. */
  public static final double REQUESTS_PER_SECOND = 200;

  public ServerSettings {
    names = Set.copyOf(names);
  }

  /** Plain HTTP. */
  public ServerSettings(String host, int port, Access access) {
    this(host, port, access, null, Set.of(), REQUESTS_PER_SECOND);
  }

  /** For this machine alone. */
  public static ServerSettings local(int port) {
    return new ServerSettings(LOOPBACK, port, Access.open());
  }
}

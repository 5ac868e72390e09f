package org.plimsoll.server;

import org.plimsoll.server.http.Access;

/**
 * How the server listens, and to whom.
 *
 * @param host the address that it listens on
 * @param port 0 for one that is free
 */
public record ServerSettings(String host, int port, Access access) {
  /** Where nobody but this machine comes. */
  public static final String LOOPBACK = "127.0.0.1";

  /** For this machine alone. */
  public static ServerSettings local(int port) {
    return new ServerSettings(LOOPBACK, port, Access.open());
  }
}

package org.plimsoll.server.security;

import java.util.List;
import java.util.Locale;

/** Rows for connections, requests and sessions in the table of limits. */
public final class ConnectionLimits {
  private ConnectionLimits() {}

  /**
   * Returns the rows: the limited resource, the limits for one caller and for all, and what happens
   * above a limit.
   *
   * @param requestsPerSecond default limit on the requests of a caller
   */
  public static List<List<String>> rows(double requestsPerSecond) {
    return List.of(
        List.of(
            "requests",
            rate(requestsPerSecond, requestsPerSecond * RequestGate.BURST_SECONDS)
                + " (`--max-requests`)",
            "one per connection",
            "429"),
        List.of("requests without credentials", "the same, for a network", "", "429"),
        List.of(
            "requests that stop all load",
            rate(RequestGate.KILLS_PER_SECOND, RequestGate.KILLS_BURST),
            "",
            "429"),
        List.of(
            "connections",
            Listener.NETWORK_CONNECTIONS_MAX + " of a network",
            number(Listener.CONNECTIONS_MAX),
            "the oldest idle one is closed"),
        List.of(
            "busy connections above that",
            "",
            Integer.toString(OpenConnections.RESERVED_MAX),
            "429, except for stopping all load and health"),
        List.of(
            "sessions",
            Integer.toString(Sessions.CALLER_SESSIONS_MAX),
            number(Sessions.SESSIONS_MAX),
            "the oldest one ends"),
        List.of("size of a body", Listener.BODY_BYTES_MAX / 1024 / 1024 + " MiB", "", "413"),
        List.of("size of URL and headers", Listener.HEADER_BYTES_MAX / 1024 + " KiB", "", "431"));
  }

  private static String rate(double perSecond, double burst) {
    return String.format(Locale.ROOT, "%,.0f/s, bursts of %,.0f", perSecond, burst);
  }

  private static String number(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}

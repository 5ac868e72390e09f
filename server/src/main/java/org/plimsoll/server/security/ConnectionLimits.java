package org.plimsoll.server.security;

import java.util.List;

/** The limits of connections, requests and sessions, as rows of the table of limits. */
public final class ConnectionLimits {
  private ConnectionLimits() {}

  /**
   * The rows: what is limited, for one caller, for all, and what happens above the limit.
   *
   * @param requestsPerSecond the default limit of requests
   */
  public static List<List<String>> rows(double requestsPerSecond) {
    return List.of(
        List.of(
            "requests",
            "%,.0f/s, bursts of %,.0f (`--max-requests`)"
                .formatted(requestsPerSecond, requestsPerSecond * RequestGate.BURST_SECONDS),
            "one per connection",
            "429"),
        List.of("requests without credentials", "the same, for a network", "", "429"),
        List.of(
            "requests that stop all load",
            "%,.0f/s, bursts of %,.0f"
                .formatted(RequestGate.KILLS_PER_SECOND, RequestGate.KILLS_BURST),
            "",
            "429"),
        List.of(
            "connections",
            Listener.NETWORK_CONNECTIONS_MAX + " of a network",
            "%,d".formatted(Listener.CONNECTIONS_MAX),
            "the oldest idle one is closed"),
        List.of(
            "busy connections above that",
            "",
            Integer.toString(OpenConnections.RESERVED_MAX),
            "429, except for stopping all load and health"),
        List.of(
            "sessions",
            Integer.toString(Sessions.CALLER_SESSIONS_MAX),
            "%,d".formatted(Sessions.SESSIONS_MAX),
            "the oldest one ends"),
        List.of("size of a body", Listener.BODY_BYTES_MAX / 1024 / 1024 + " MiB", "", "413"),
        List.of("size of URL and headers", Listener.HEADER_BYTES_MAX / 1024 + " KiB", "", "431"));
  }
}

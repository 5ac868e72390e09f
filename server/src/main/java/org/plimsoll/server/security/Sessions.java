package org.plimsoll.server.security;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sessions of browsers by their cookies, and the networks that showed too much that was wrong. */
final class Sessions {
  private static final Duration SESSION = Duration.ofHours(12);
  private static final int SESSIONS_MAX = 10_000;
  private static final double WRONG_PER_SECOND = 1 / 6.0;
  private static final int WRONG_MAX = 10;

  private final boolean isSecure;
  private final InstantSource clock = InstantSource.system();
  private final Buckets wrong = new Buckets(WRONG_PER_SECOND, WRONG_MAX, System::nanoTime);
  private final Map<String, Credentials.Known> sessions = new LinkedHashMap<>();

  /**
   * @param isSecure whether cookies go over TLS alone
   */
  Sessions(boolean isSecure) {
    this.isSecure = isSecure;
  }

  /** Begins a session of somebody. */
  void begin(Context request, Credentials.Known known) {
    Instant end = clock.instant().plus(SESSION);
    Instant until = known.until().isBefore(end) ? known.until() : end;
    String id = Tokens.generate();
    synchronized (sessions) {
      sessions.values().removeIf(each -> !each.until().isAfter(clock.instant()));
      if (sessions.size() >= SESSIONS_MAX) {
        sessions.remove(sessions.keySet().iterator().next());
      }
      sessions.put(key(id), new Credentials.Known(known.caller(), until));
    }
    request.cookie(cookie(id, (int) Duration.between(clock.instant(), until).toSeconds()));
  }

  /** Ends the session that the request's cookie shows. */
  void end(Context request) {
    String id = request.cookie(cookie());
    if (id != null) {
      synchronized (sessions) {
        sessions.remove(key(id));
      }
      request.cookie(cookie("", 0));
    }
  }

  /** Whether too much that came from there was wrong. */
  boolean isLocked(Context request) {
    boolean isLocked = !wrong.has(network(request.ip()));
    if (isLocked) {
      request.header("Retry-After", "6");
    }
    return isLocked;
  }

  /** Remembers that something that came from there was wrong. */
  void countWrong(Context request) {
    wrong.take(network(request.ip()));
  }

  /** Who has an IPv6 address has 2^64 of them. */
  static String network(String address) {
    try {
      InetAddress parsed = InetAddress.ofLiteral(address);
      if (parsed instanceof Inet6Address) {
        byte[] bytes = parsed.getAddress();
        Arrays.fill(bytes, 8, 16, (byte) 0);
        return InetAddress.getByAddress(bytes).getHostAddress() + "/64";
      }
    } catch (IllegalArgumentException | UnknownHostException e) {
      // It stays as it is.
    }
    return address;
  }

  /** Whose session the request's cookie shows. */
  Optional<Credentials.Known> of(Context request) {
    String id = request.cookie(cookie());
    if (id == null) {
      return Optional.empty();
    }
    synchronized (sessions) {
      Credentials.@Nullable Known known = sessions.get(key(id));
      return known == null || !known.until().isAfter(clock.instant())
          ? Optional.empty()
          : Optional.of(known);
    }
  }

  /** Sessions are found by digest, so that how long it takes says nothing about their ids. */
  private static String key(String id) {
    return Tokens.hex(id);
  }

  /** Whether browsers come over TLS. */
  boolean isSecure() {
    return isSecure;
  }

  /** A name that no other host or plain connection can set, where there is TLS. */
  String cookie() {
    return isSecure ? "__Host-plimsoll" : "plimsoll";
  }

  private Cookie cookie(String value, int seconds) {
    return new Cookie(cookie(), value, "/", seconds, isSecure, true, null, SameSite.STRICT);
  }
}

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The sessions of browsers, by cookie, and the networks that are locked after too many failures.
 */
final class Sessions {
  private static final Duration SESSION = Duration.ofHours(12);
  static final int SESSIONS_MAX = 10_000;

  /** Maximum number of sessions of one caller. A further login ends the oldest session. */
  static final int CALLER_SESSIONS_MAX = 100;

  private static final double WRONG_PER_SECOND = 1 / 6.0;
  private static final int WRONG_MAX = 10;

  private final boolean isSecure;
  private final InstantSource clock;
  private final LongSupplier nanoClock;
  private final Buckets wrong = new Buckets(WRONG_PER_SECOND, WRONG_MAX, System::nanoTime);
  private final Map<String, Session> sessions = new LinkedHashMap<>();

  /**
   * A session.
   *
   * @param endNanos end of the session in monotonic time, so that it is not extended when the wall
   *     clock is set back
   */
  private record Session(Credentials.Known known, long endNanos) {}

  /**
   * @param isSecure whether cookies are sent over TLS only
   */
  Sessions(boolean isSecure) {
    this(isSecure, InstantSource.system(), System::nanoTime);
  }

  Sessions(boolean isSecure, InstantSource clock, LongSupplier nanoClock) {
    this.isSecure = isSecure;
    this.clock = clock;
    this.nanoClock = nanoClock;
  }

  private boolean isOver(Session session) {
    return session.endNanos() - nanoClock.getAsLong() <= 0
        || !session.known().until().isAfter(clock.instant());
  }

  /** Starts a session and sets its cookie. */
  void begin(Context request, Credentials.Known known) {
    Instant end = clock.instant().plus(SESSION);
    Instant until = known.until().isBefore(end) ? known.until() : end;
    String id = Tokens.generate();
    synchronized (sessions) {
      sessions.values().removeIf(this::isOver);
      List<String> theirs =
          sessions.entrySet().stream()
              .filter(each -> each.getValue().known().caller().name().equals(known.caller().name()))
              .map(Map.Entry::getKey)
              .toList();
      if (theirs.size() >= CALLER_SESSIONS_MAX) {
        sessions.remove(theirs.getFirst());
      } else if (sessions.size() >= SESSIONS_MAX) {
        sessions.remove(sessions.keySet().iterator().next());
      }
      sessions.put(key(id), new Session(known, nanoClock.getAsLong() + SESSION.toNanos()));
    }
    request.cookie(cookie(id, (int) Duration.between(clock.instant(), until).toSeconds()));
  }

  /** Ends the session of the request's cookie. */
  void end(Context request) {
    String id = request.cookie(cookie());
    if (id != null) {
      synchronized (sessions) {
        sessions.remove(key(id));
      }
      request.cookie(cookie("", 0));
    }
  }

  /** Whether the network of the request is locked after too many failures. */
  boolean isLocked(Context request) {
    boolean isLocked = !wrong.has(network(request.ip()));
    if (isLocked) {
      request.header("Retry-After", "6");
    }
    return isLocked;
  }

  /** Counts a failure of the request's network. */
  void countWrong(Context request) {
    wrong.take(network(request.ip()));
  }

  /** Returns the network of an address: for IPv6 a /64, since one user has 2^64 such addresses. */
  static String network(String address) {
    try {
      InetAddress parsed = InetAddress.ofLiteral(address);
      if (parsed instanceof Inet6Address) {
        byte[] bytes = parsed.getAddress();
        Arrays.fill(bytes, 8, 16, (byte) 0);
        return InetAddress.getByAddress(bytes).getHostAddress() + "/64";
      }
    } catch (IllegalArgumentException | UnknownHostException e) {
      // Not an address: the text is used as it is.
    }
    return address;
  }

  /** Returns the caller of the request's session; empty if there is none. */
  Optional<Credentials.Known> of(Context request) {
    String id = request.cookie(cookie());
    if (id == null) {
      return Optional.empty();
    }
    synchronized (sessions) {
      Session session = sessions.get(key(id));
      return session == null || isOver(session) ? Optional.empty() : Optional.of(session.known());
    }
  }

  /**
   * Returns the digest of a session's id. Sessions are looked up by digest, so that timing reveals
   * nothing about ids.
   */
  private static String key(String id) {
    return Tokens.hex(id);
  }

  /** Whether browsers connect over TLS. */
  boolean isSecure() {
    return isSecure;
  }

  /**
   * Returns the name of the cookie. With TLS, its prefix prevents other hosts and unencrypted
   * connections from setting it.
   */
  String cookie() {
    return isSecure ? "__Host-plimsoll" : "plimsoll";
  }

  private Cookie cookie(String value, int seconds) {
    return new Cookie(cookie(), value, "/", seconds, isSecure, true, null, SameSite.STRICT);
  }
}

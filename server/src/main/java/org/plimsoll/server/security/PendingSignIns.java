package org.plimsoll.server.security;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.server.security.OidcCodeFlow.Attempt;

/**
 * The pending logins of browsers at the issuer's page, by the state with which each must return.
 * Each can be used once, within ten minutes. The oldest are dropped when there are too many.
 * Thread-safe.
 */
final class PendingSignIns {
  /** The maximum duration of a login. */
  static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final int MOST = 10_000;

  private final LongSupplier nanoClock;
  private final Map<String, Pending> byState = new LinkedHashMap<>();

  /**
   * @param browser digest of the browser's cookie
   * @param to path of the page to return to
   */
  record Pending(Attempt attempt, String browser, String to, long beganNanos) {}

  PendingSignIns(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** Adds a login. */
  synchronized void add(Attempt attempt, String browser, String to) {
    long now = nanoClock.getAsLong();
    Iterator<Pending> oldest = byState.values().iterator();
    while (oldest.hasNext()) {
      if (!isOver(oldest.next(), now) && byState.size() < MOST) {
        break;
      }
      oldest.remove();
    }
    byState.put(
        Tokens.hex(attempt.state().getValue()), new Pending(attempt, Tokens.hex(browser), to, now));
  }

  /** Removes and returns the login with a state; empty if there is none. */
  synchronized Optional<Pending> take(String state, @Nullable String browser)
      throws SignInFailure.Failed {
    String key = Tokens.hex(state);
    Pending pending = byState.get(key);
    if (pending == null || isOver(pending, nanoClock.getAsLong())) {
      return Optional.empty();
    }
    if (browser == null || !pending.browser().equals(Tokens.hex(browser))) {
      throw new SignInFailure.Failed(SignInFailure.ELSEWHERE, "a state came from another browser");
    }
    byState.remove(key);
    return Optional.of(pending);
  }

  private static boolean isOver(Pending pending, long nowNanos) {
    return nowNanos - pending.beganNanos() > PATIENCE.toNanos();
  }
}

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
 * Browsers that are at the issuer's page: what each went away with, by the state that it must
 * bring. Each comes back once, in ten minutes; the oldest are forgotten when there are too many.
 * Thread-safe.
 */
final class PendingSignIns {
  /** How long somebody may look for a password. */
  static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final int MOST = 10_000;

  private final LongSupplier nanoClock;
  private final Map<String, Pending> byState = new LinkedHashMap<>();

  /**
   * @param browser a digest of what its cookie has
   * @param to the page of ours where it was
   */
  record Pending(Attempt attempt, String browser, String to, long beganNanos) {}

  PendingSignIns(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** Remembers one that goes away. */
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

  /** The one that comes back; it cannot come again. Empty when nobody is awaited any more. */
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

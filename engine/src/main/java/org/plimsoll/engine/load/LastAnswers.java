package org.plimsoll.engine.load;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The times of the last answers of a session. */
final class LastAnswers {
  /**
   * The times of the last answer and of the last success.
   *
   * @param answeredNanos the last answer of any kind; null if there was none
   * @param succeededNanos the last answer other than a failure; null if there was none
   */
  record Instants(@Nullable Long answeredNanos, @Nullable Long succeededNanos) {
    static final Instants NONE = new Instants(null, null);

    /** The later one of each. */
    Instants or(Instants other) {
      return new Instants(
          later(answeredNanos, other.answeredNanos), later(succeededNanos, other.succeededNanos));
    }
  }

  private final long openedNanos;

  /**
   * The time of the last answer. It is written without a fence, so the watchdog may see it late.
   */
  private final AtomicLong answeredNanos;

  /** The time of the last success, written in the same way. */
  private final AtomicLong succeededNanos;

  LastAnswers(long openedNanos) {
    this.openedNanos = openedNanos;
    answeredNanos = new AtomicLong(openedNanos);
    succeededNanos = new AtomicLong(openedNanos);
  }

  void answered(long nowNanos, boolean isFailed) {
    answeredNanos.setRelease(nowNanos);
    if (!isFailed) {
      succeededNanos.setRelease(nowNanos);
    }
  }

  /** Returns the instant of the last answer, or of the opening if there was none. */
  long sinceNanos() {
    return answeredNanos.getAcquire();
  }

  Instants instants() {
    return new Instants(unlessOpened(answeredNanos), unlessOpened(succeededNanos));
  }

  private @Nullable Long unlessOpened(AtomicLong at) {
    long nanos = at.getAcquire();
    return nanos == openedNanos ? null : (Long) nanos;
  }

  /** Returns the later of two instants that may be unknown. */
  static @Nullable Long later(@Nullable Long a, @Nullable Long b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a - b >= 0 ? a : b;
  }
}

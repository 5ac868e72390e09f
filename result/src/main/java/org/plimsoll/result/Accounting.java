package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * The accounting of operations: each intended operation is counted once, by its outcome. Part of
 * each {@link Summary} and each {@link Interval}.
 *
 * @param scheduled operations for the target, the sum of the other counts except {@code
 *     clientCached}
 * @param unfinished operations without an outcome at the end
 * @param clientCached operations that the simulated client cache answered
 */
public record Accounting(
    long scheduled,
    @JsonUnwrapped Answered answered,
    @JsonUnwrapped Errors errors,
    long unfinished,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long clientCached) {
  /** Creates an accounting without a client cache. */
  public Accounting(long scheduled, Answered answered, Errors errors, long unfinished) {
    this(scheduled, answered, errors, unfinished, 0);
  }

  /** Returns the sum of all outcomes, which should equal the scheduled operations. */
  public long ended() {
    return answered.total() + errors.total() + unfinished;
  }

  /** The share of errors among operations with an outcome; null if there are none. */
  public @Nullable Double errorShare() {
    long outcomes = answered.total() + errors.total();
    return outcomes == 0 ? null : (Double) ((double) errors.total() / outcomes);
  }

  /** Returns the sum of two accountings. */
  public Accounting plus(Accounting other) {
    return new Accounting(
        scheduled + other.scheduled,
        answered.plus(other.answered),
        errors.plus(other.errors),
        unfinished + other.unfinished,
        clientCached + other.clientCached);
  }

  /**
   * The operations that the target answered: those that succeeded, and those that found nothing.
   */
  public record Answered(long succeeded, long notFound) {
    /** Returns the sum of both counts. */
    public long total() {
      return succeeded + notFound;
    }

    private Answered plus(Answered other) {
      return new Answered(succeeded + other.succeeded, notFound + other.notFound);
    }
  }

  /** The number of operations that ended in an error, by kind of error. */
  public record Errors(long failed, long timedOut, long notSent, long shed) {
    public static final Errors NONE = new Errors(0, 0, 0, 0);

    /** Returns the sum of all counts. */
    public long total() {
      return failed + timedOut + notSent + shed;
    }

    private Errors plus(Errors other) {
      return new Errors(
          failed + other.failed,
          timedOut + other.timedOut,
          notSent + other.notSent,
          shed + other.shed);
    }
  }
}

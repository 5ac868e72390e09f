package org.plimsoll.engine.measure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last failed operations by failure code. Successful operations are not passed to it. A failed
 * operation costs a lookup and one comparison. Its text is created, and a lock taken, only if its
 * code has a free place in this second. The number of codes, of samples per code, and of characters
 * is bounded, and thus the memory.
 */
public final class FailureSamples {
  /** The maximum number of samples of one code. */
  public static final int KEPT_MAX = 20;

  /** The maximum number of new samples of one code in a second, after a burst of as many. */
  public static final int PER_SECOND_MAX = 20;

  /** The code of operations without an answer before their deadline. */
  public static final String TIMED_OUT = "timed-out";

  private static final int CODES_MAX = 50;
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1) / PER_SECOND_MAX;
  private static final long BURST_NANOS = (PER_SECOND_MAX - 1) * PERIOD_NANOS;

  private final FailureText text;
  private final Map<String, Code> codes = new ConcurrentHashMap<>();

  /**
   * Creates an empty collection. Messages and keys are shown in the form that {@code text} returns.
   */
  public FailureSamples(FailureText text) {
    this.text = text;
  }

  /**
   * One failed operation.
   *
   * @param endNanos end of the operation
   * @param operation name of the operation
   * @param key first key of the operation
   * @param session number of its session, from 1 on
   * @param serviceNanos time since it was sent
   * @param message the message of the store or its client; may be empty
   */
  public record Sample(
      long endNanos, String operation, String key, int session, long serviceNanos, String message) {
    /** Returns the same operation with its time since an instant. */
    public Sample relatedTo(long originNanos) {
      return new Sample(endNanos - originNanos, operation, key, session, serviceNanos, message);
    }
  }

  /**
   * Whether a sample of a code is wanted now. Wait-free; the caller then {@linkplain #add adds} it.
   */
  public boolean admits(String code, long nowNanos) {
    return of(code, nowNanos).admits(nowNanos);
  }

  /**
   * Adds a sample that was admitted.
   *
   * @param sample has no message yet
   * @param message creates the message; null if there is none
   */
  public void add(String code, Sample sample, @Nullable Supplier<String> message) {
    of(code, sample.endNanos)
        .add(
            new Sample(
                sample.endNanos,
                sample.operation,
                text.of(() -> sample.key),
                sample.session,
                sample.serviceNanos,
                message == null ? "" : text.of(message)));
  }

  /** Takes the samples since the last call: the last ones of each code, oldest first. */
  public Map<String, List<Sample>> take() {
    Map<String, List<Sample>> all = new TreeMap<>();
    codes.forEach((code, its) -> all.put(code, its.take()));
    all.values().removeIf(List::isEmpty);
    return all;
  }

  private Code of(String code, long nowNanos) {
    Code known = codes.get(code);
    if (known != null) {
      return known;
    }
    // Racing threads may add a few more codes than the maximum.
    String name = codes.size() < CODES_MAX ? code : Shard.OTHER_CODES;
    return codes.computeIfAbsent(name, _ -> new Code(nowNanos));
  }

  private static final class Code {
    /** The instant at which all admitted samples would have arrived if they were evenly spaced. */
    private final AtomicLong evenNanos;

    private final Deque<Sample> kept = new ArrayDeque<>(KEPT_MAX);

    Code(long nowNanos) {
      evenNanos = new AtomicLong(nowNanos);
    }

    /**
     * Admits samples at a limited rate, as ATM's generic cell rate algorithm does (ITU-T I.371).
     */
    boolean admits(long nowNanos) {
      long even = evenNanos.get();
      long aheadNanos = even - nowNanos;
      return aheadNanos <= BURST_NANOS
          && evenNanos.compareAndSet(even, Math.max(aheadNanos, 0) + nowNanos + PERIOD_NANOS);
    }

    synchronized void add(Sample sample) {
      if (kept.size() == KEPT_MAX) {
        kept.removeFirst();
      }
      kept.addLast(sample);
    }

    synchronized List<Sample> take() {
      List<Sample> taken = List.copyOf(kept);
      kept.clear();
      return taken;
    }
  }
}

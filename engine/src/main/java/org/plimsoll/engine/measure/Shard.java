package org.plimsoll.engine.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/**
 * Records one operation type in one phase for one thread or one stripe of threads. An exclusive
 * shard has a single writer, so its counters are plain adds.
 */
public final class Shard {
  private static final List<Counter> COUNTERS_BACKWARDS = List.of(Counter.values()).reversed();

  /**
   * Maximum number of distinct failure codes. A driver that builds codes from variable text must
   * not let memory grow during a run of weeks.
   */
  private static final int CODES_MAX = 200;

  /** The code of all failures beyond the maximum number of codes. */
  static final String OTHER_CODES = "other-codes";

  private final boolean exclusive;
  private final FailureText text;

  /** The name and number of a step; empty and 0 for an operation. */
  private final String name;

  private final int number;

  /** Shards of steps by name; empty unless the operation has several steps. */
  private final Map<String, Shard> steps = new ConcurrentHashMap<>();

  /** Recently used shards by step number; a race only costs another lookup. */
  private @Nullable Shard[] recentSteps = {};

  private final AtomicLongArray counts = new AtomicLongArray(Counter.values().length);
  private final Map<String, FailureCount> failures = new ConcurrentHashMap<>();
  private final ValueCounts response;
  private final ValueCounts service;
  private final ValueCounts lag;

  // The counts collected so far; used by the collecting thread only.
  private final long[] seenCounts = new long[Counter.values().length];

  Shard(boolean exclusive, FailureText text) {
    this(exclusive, text, "", 0);
  }

  private Shard(boolean exclusive, FailureText text, String name, int number) {
    this.exclusive = exclusive;
    this.text = text;
    this.name = name;
    this.number = number;
    this.response = new ValueCounts(exclusive);
    this.service = new ValueCounts(exclusive);
    this.lag = new ValueCounts(exclusive);
  }

  /**
   * The shard of a step, which is recorded separately from the operation.
   *
   * @param its number of the step, from 0 on
   */
  public Shard step(int its, String called) {
    @Nullable Shard[] recent = recentSteps;
    Shard known = its < recent.length ? recent[its] : null;
    return known != null && known.name.equals(called) ? known : foundStep(its, called);
  }

  private Shard foundStep(int its, String called) {
    Shard found = steps.computeIfAbsent(called, n -> new Shard(exclusive, text, called, its));
    @Nullable Shard[] recent = Arrays.copyOf(recentSteps, Math.max(its + 1, recentSteps.length));
    recent[its] = found;
    recentSteps = recent;
    return found;
  }

  /** Increments a counter. */
  public void count(Counter counter) {
    add(counter, 1);
  }

  /** Adds to a counter. */
  public void count(Counter counter, long count) {
    add(counter, count);
  }

  /**
   * Counts a response, and records its times unless it failed or was only buffered.
   *
   * @param intendedNanos intended start of the operation; in a closed load, its actual start
   */
  public void answered(
      Outcome outcome, boolean scheduled, long intendedNanos, long startNanos, long endNanos) {
    add(Counter.ATTEMPTS, outcome.attempts());
    switch (outcome.status()) {
      case SUCCEEDED -> {
        add(Counter.SUCCEEDED, 1);
        add(Counter.ITEMS, outcome.items());
        add(Counter.BYTES, outcome.payloadBytes());
      }
      case NOT_FOUND -> add(Counter.NOT_FOUND, 1);
      case FAILED -> {
        add(Counter.FAILED, 1);
        failuresOf(String.valueOf(outcome.failureCode())).add(outcome.message(), endNanos, text);
        return;
      }
    }
    if (outcome.attempts() == 0) {
      add(Counter.BUFFERED, 1);
      return; // only buffered: the time of the answer is unknown
    }
    if (scheduled) {
      response.record(endNanos - intendedNanos);
      lag.record(startNanos - intendedNanos);
    }
    service.record(endNanos - startNanos);
  }

  /**
   * Counts an answer in the phase in which it arrived. An answer in time and in the phase of its
   * operation is not counted, since {@link #answered} has already counted it.
   *
   * @param there the shard of the phase in which it arrived; null after the end of the last phase
   */
  public void arrived(@Nullable Shard there, Outcome outcome, boolean isLate) {
    if (outcome.status() == Outcome.Status.FAILED) {
      return;
    }
    if (there == null) {
      add(isLate ? Counter.DRAINED_LATE : Counter.DRAINED, 1);
      add(Counter.DRAINED_BYTES, isLate ? 0 : outcome.payloadBytes());
    } else if (isLate) {
      there.add(Counter.LATE, 1);
      there.add(Counter.BYTES, outcome.payloadBytes());
    } else {
      add(Counter.MOVED, -1);
      add(Counter.BYTES, -outcome.payloadBytes());
      there.add(Counter.MOVED, 1);
      there.add(Counter.BYTES, outcome.payloadBytes());
    }
  }

  /** Adds everything since the last call. Called by one thread at a time. */
  void collectInto(Totals totals) {
    // In reverse order, because "scheduled" is counted first. So no operation is collected as ended
    // before it is collected as scheduled.
    for (Counter counter : COUNTERS_BACKWARDS) {
      long count = counts.getAcquire(counter.ordinal());
      totals.add(counter, count - seenCounts[counter.ordinal()]);
      seenCounts[counter.ordinal()] = count;
    }
    failures.forEach((code, count) -> count.collectInto(totals, code));
    response.collectInto(totals.response());
    service.collectInto(totals.service());
    lag.collectInto(totals.lag());
    for (Shard step : steps.values()) {
      Totals its = totals.step(step.number, step.name);
      step.collectInto(its);
      its.forgetPending(); // a step is counted only when it ends
    }
  }

  private FailureCount failuresOf(String code) {
    FailureCount known = failures.get(code);
    if (known != null) {
      return known;
    }
    String told = failures.size() < CODES_MAX ? code : OTHER_CODES;
    return failures.computeIfAbsent(told, c -> new FailureCount());
  }

  private void add(Counter counter, long count) {
    int i = counter.ordinal();
    if (exclusive) {
      counts.setRelease(i, counts.getPlain(i) + count);
    } else {
      counts.getAndAdd(i, count);
    }
  }
}

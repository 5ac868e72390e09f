package org.plimsoll.engine.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/**
 * What one thread (or one stripe of threads) has recorded of one operation type in one phase. An
 * exclusive shard has a single writer: its counters are plain adds.
 */
public final class Shard {
  private static final List<Counter> COUNTERS_BACKWARDS = List.of(Counter.values()).reversed();

  /**
   * Codes that are told apart. They are few, or else a driver makes them of something that varies;
   * a run of weeks must not grow by that.
   */
  private static final int CODES_MAX = 200;

  /** The code of all failures whose own would be one too many. */
  static final String OTHER_CODES = "other-codes";

  private final boolean exclusive;
  private final FailureText text;

  /** What a step is called, and its place; empty and 0 of what is no step. */
  private final String name;

  private final int number;

  /** By name; empty but for an operation of several steps. */
  private final Map<String, Shard> steps = new ConcurrentHashMap<>();

  /** Those used last, by number: a race on it costs a look-up, and no more. */
  private @Nullable Shard[] recentSteps = {};

  private final AtomicLongArray counts = new AtomicLongArray(Counter.values().length);
  private final Map<String, FailureCount> failures = new ConcurrentHashMap<>();
  private final ValueCounts response;
  private final ValueCounts service;
  private final ValueCounts lag;

  // What the collecting thread has seen so far.
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
   * Where a step of the operation is recorded, apart from the whole.
   *
   * @param its its place, from 0 on
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

  /** Counts one more of something. */
  public void count(Counter counter) {
    add(counter, 1);
  }

  /** Counts so many more of something. */
  public void count(Counter counter, long count) {
    add(counter, count);
  }

  /**
   * Counts an answer, and records its times unless it is a failure or was only buffered.
   *
   * @param intendedNanos when it was due; the start itself in a closed load
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
      return; // into a buffer: the time of an answer is not known
    }
    if (scheduled) {
      response.record(endNanos - intendedNanos);
      lag.record(startNanos - intendedNanos);
    }
    service.record(endNanos - startNanos);
  }

  /** Adds what came since the last call. Called by one thread at a time. */
  void collectInto(Totals totals) {
    // Backwards, as what is scheduled comes first: nothing has then ended that was not scheduled.
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
      its.forgetPending(); // a step is counted when it ends, and only then
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

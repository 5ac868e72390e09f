package org.plimsoll.engine.measure;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Counts and merged histograms of an operation type, or of all, over some time. Not thread-safe.
 */
public final class Totals {
  private final long[] counts = new long[Counter.values().length];
  private final Map<String, Long> failures = new TreeMap<>();
  private final Histogram response = new Histogram(3);
  private final Histogram service = new Histogram(3);
  private final Histogram lag = new Histogram(3);

  public long count(Counter counter) {
    return counts[counter.ordinal()];
  }

  /** Failed answers by code. */
  public Map<String, Long> failures() {
    return failures;
  }

  /** Intended start to answer, in nanoseconds; empty in a closed load. */
  public Histogram response() {
    return response;
  }

  /** Start to answer, in nanoseconds. */
  public Histogram service() {
    return service;
  }

  /** Intended start to start, in nanoseconds; empty in a closed load. */
  public Histogram lag() {
    return lag;
  }

  /** Operations that ended with an answer that is not a failure. */
  public long answered() {
    return count(Counter.SUCCEEDED) + count(Counter.NOT_FOUND);
  }

  /** Operations that never got an answer in time: they rank above every sample. */
  public long censored() {
    return count(Counter.TIMED_OUT)
        + count(Counter.NOT_SENT)
        + count(Counter.SHED)
        + count(Counter.UNFINISHED);
  }

  /** Operations that have ended in some way. */
  public long ended() {
    return answered() + count(Counter.FAILED) + censored();
  }

  /** Counts what was scheduled and has not ended as unfinished: nothing more will be collected. */
  public void finish() {
    add(Counter.UNFINISHED, Math.max(0, count(Counter.SCHEDULED) - ended()));
  }

  /** Counts as scheduled only what has ended: the rest is not this population's. */
  public void forgetPending() {
    counts[Counter.SCHEDULED.ordinal()] = ended();
  }

  void add(Counter counter, long count) {
    counts[counter.ordinal()] += count;
  }

  void addFailures(String code, long count) {
    failures.merge(code, count, Long::sum);
  }

  /** Adds what another one holds. */
  public void add(Totals other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    other.failures.forEach(this::addFailures);
    response.add(other.response);
    service.add(other.service);
    lag.add(other.lag);
  }
}

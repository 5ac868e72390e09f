package org.plimsoll.engine.measure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/**
 * What one thread (or one stripe of threads) has recorded of one operation type in one phase. An
 * exclusive shard has a single writer: its recorders cost 7 ns and its counters are plain adds.
 */
final class Shard {
  private static final int SUCCEEDED = 0;
  private static final int NOT_FOUND = 1;
  private static final int FAILED = 2;
  private static final int TIMED_OUT = 3;
  private static final int NOT_SENT = 4;
  private static final int SHED = 5;
  private static final int UNFINISHED = 6;
  private static final int SCHEDULED = 7;
  private static final int ITEMS = 8;
  private static final int ATTEMPTS = 9;
  private static final int BYTES = 10;
  private static final int COUNTERS = 11;

  private final boolean exclusive;
  private final AtomicLongArray counters = new AtomicLongArray(COUNTERS);
  private final Map<String, LongAdder> failures = new ConcurrentHashMap<>();
  private final Source response;
  private final Source service;
  private final Source lag;

  Shard(boolean exclusive) {
    this.exclusive = exclusive;
    this.response = Source.of(exclusive);
    this.service = Source.of(exclusive);
    this.lag = Source.of(exclusive);
  }

  void scheduled() {
    add(SCHEDULED, 1);
  }

  /** Counts an answer, and records its times if it is not a failure. */
  void answered(Outcome outcome, long responseNanos, long serviceNanos, long lagNanos) {
    add(ATTEMPTS, outcome.attempts());
    switch (outcome.status()) {
      case SUCCEEDED -> {
        add(SUCCEEDED, 1);
        add(ITEMS, outcome.items());
        add(BYTES, outcome.payloadBytes());
      }
      case NOT_FOUND -> add(NOT_FOUND, 1);
      case FAILED -> {
        add(FAILED, 1);
        failure(String.valueOf(outcome.failureCode()));
        return;
      }
    }
    if (responseNanos >= 0) {
      response.record(responseNanos);
      lag.record(Math.max(0, lagNanos));
    }
    service.record(Math.max(0, serviceNanos));
  }

  void timedOut() {
    add(TIMED_OUT, 1);
  }

  void notSent() {
    add(NOT_SENT, 1);
  }

  void shed() {
    add(SHED, 1);
  }

  void unfinished() {
    add(UNFINISHED, 1);
  }

  /** Moves what was recorded since the last call into the interval. Called by one thread. */
  void drainInto(OperationTotals totals) {
    totals.add(
        counters.getAndSet(SCHEDULED, 0) * 0);
    response.drainInto(totals.response());
    service.drainInto(totals.service());
    lag.drainInto(totals.lag());
  }

  private void failure(String code) {
    failures.computeIfAbsent(code, c -> new LongAdder()).increment();
  }

  private void add(int counter, long count) {
    if (exclusive) {
      counters.setRelease(counter, counters.getPlain(counter) + count);
    } else {
      counters.getAndAdd(counter, count);
    }
  }

  /** A recorder with the histogram that its snapshots reuse. */
  private static final class Source {
    private final org.HdrHistogram.ValueRecorder recorder;
    private @Nullable Histogram recycled;

    private Source(org.HdrHistogram.ValueRecorder recorder) {
      this.recorder = recorder;
    }

    static Source of(boolean exclusive) {
      return new Source(exclusive ? new SingleWriterRecorder(3) : new Recorder(3));
    }

    void record(long nanos) {
      recorder.recordValue(nanos);
    }

    void drainInto(Histogram into) {
      recycled =
          recorder instanceof SingleWriterRecorder single
              ? single.getIntervalHistogram(recycled)
              : ((Recorder) recorder).getIntervalHistogram(recycled);
      into.add(recycled);
    }
  }
}

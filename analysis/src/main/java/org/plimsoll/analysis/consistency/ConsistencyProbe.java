package org.plimsoll.analysis.consistency;

import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.spec.ConsistencySpec;
import org.plimsoll.engine.workload.OperationBuffer;
import org.plimsoll.engine.workload.StampReader;
import org.plimsoll.engine.workload.Workload;
import org.plimsoll.result.ConsistencySummary.Probe;
import org.plimsoll.result.Latencies;

/**
 * Writes a marker every so often, over a session of its own and to a key of its own, and reads it
 * again and again until it is seen: the inconsistency window of Bermbach and Tai (Eventual
 * consistency: how soon is eventual?, MW4SOC 2011).
 *
 * <p>With the write in [s, a], the window ended no earlier than the start of the last read that
 * missed the marker, and no later than the end of the first read after it that saw it. So its
 * length counted from the acknowledgement is at least {@code start(last stale) − a}, and counted
 * from the start of the write at most {@code end(first fresh) − s}. The two are a poll apart, the
 * resolution. A marker is done with when {@value #CONFIRMATIONS} reads in a row have seen it: with
 * replicas that take turns one read tells little.
 */
public final class ConsistencyProbe {
  private static final int CONFIRMATIONS = 5;
  private static final int DIGITS = 3;

  /** Behind all keys that a workload may have. */
  private static final long KEY = 1L << 62;

  private final Clock clock;
  private final Session session;
  private final Workload workload;
  private final long firstKey;
  private final ConsistencySpec spec;
  private final long timeoutNanos;
  private final int run;
  private final boolean withKeyText;
  private final StampReader stamps = new StampReader();
  private final Histogram lastStale = new Histogram(DIGITS);
  private final Histogram firstFresh = new Histogram(DIGITS);
  private boolean stopped;
  private boolean inserted;
  private long markers;
  private long failed;
  private long unseen;

  /** Names the marker that is looked for; answers about others come too late. */
  private long marker;

  /** Names the call that is waited for. */
  private long call;

  private boolean looking;
  private long writeStartNanos;
  private long ackNanos;
  private long lastStaleNanos;
  private long firstFreshNanos;
  private int confirmations;

  /**
   * A probe that has not begun.
   *
   * @param firstKey of the workload, which counts positions from there
   * @param timeoutNanos after which a call is not waited for
   * @param run names this process's part of the run in the rows
   */
  public ConsistencyProbe(
      Clock clock,
      Session session,
      Workload workload,
      long firstKey,
      ConsistencySpec spec,
      long timeoutNanos,
      int run,
      boolean withKeyText) {
    this.clock = clock;
    this.session = session;
    this.workload = workload;
    this.firstKey = firstKey;
    this.spec = spec;
    this.timeoutNanos = timeoutNanos;
    this.run = run;
    this.withKeyText = withKeyText;
  }

  /** Writes the first marker at an instant, and others from then on. */
  public void start(long atNanos) {
    clock.housekeeping().schedule(atNanos, () -> nextMarker(atNanos));
  }

  /** Writes no more; a marker that is still looked for does not count. */
  public void stop() {
    synchronized (this) {
      // Cut short by the end, less than a period after it was written, it says nothing.
      markers -= !stopped && looking ? 1 : 0;
      stopped = true;
      looking = false;
    }
    session.close();
  }

  /** What it found. */
  public synchronized Probe result() {
    return new Probe(
        spec.pollNanos(),
        markers,
        unseen,
        failed,
        Latencies.of(lastStale),
        Latencies.of(firstFresh));
  }

  private void nextMarker(long atNanos) {
    OperationBuffer write;
    long mine;
    synchronized (this) {
      if (stopped) {
        return;
      }
      unseen += looking ? 1 : 0;
      looking = true;
      mine = ++marker;
      markers++;
      lastStaleNanos = 0;
      firstFreshNanos = 0;
      confirmations = 0;
      write = operation(inserted ? OperationType.UPDATE : OperationType.INSERT);
      writeStartNanos = clock.nanoTime();
      write.stamp(run, mine, writeStartNanos);
    }
    long next = atNanos + spec.probeNanos();
    clock.housekeeping().schedule(next, () -> nextMarker(next));
    send(write, mine, outcome -> written(mine, outcome));
  }

  private synchronized void written(long of, Outcome outcome) {
    if (of != marker || !looking) {
      return;
    }
    if (outcome.status() == Outcome.Status.FAILED) {
      failed++;
      looking = false;
      return;
    }
    inserted = true;
    ackNanos = clock.nanoTime();
    poll(of, ackNanos);
  }

  /** Reads at an instant, which may be now. Polls come from the timeline, so none recurses. */
  private void poll(long of, long atNanos) {
    clock.housekeeping().schedule(atNanos, () -> read(of));
  }

  private void read(long of) {
    OperationBuffer read;
    long startNanos;
    synchronized (this) {
      if (of != marker || !looking) {
        return;
      }
      read = operation(OperationType.READ);
      startNanos = clock.nanoTime();
    }
    send(read, of, outcome -> wasRead(of, startNanos, outcome));
  }

  private synchronized void wasRead(long of, long startNanos, Outcome outcome) {
    if (of != marker || !looking) {
      return;
    }
    long endNanos = clock.nanoTime();
    if (outcome.status() != Outcome.Status.FAILED) {
      if (sees(outcome, of)) {
        firstFreshNanos = confirmations == 0 ? endNanos - writeStartNanos : firstFreshNanos;
        confirmations++;
      } else {
        lastStaleNanos = startNanos - ackNanos;
        confirmations = 0;
      }
    }
    if (confirmations == CONFIRMATIONS) {
      looking = false;
      lastStale.recordValue(lastStaleNanos);
      firstFresh.recordValue(firstFreshNanos);
    } else {
      poll(of, startNanos + spec.pollNanos());
    }
  }

  private boolean sees(Outcome outcome, long of) {
    stamps.start(1);
    Outcome.ReadRows rows = outcome.rows();
    if (rows != null) {
      rows.forEachField(stamps);
    }
    return stamps.kind(0) == StampReader.Kind.STAMPED
        && stamps.run(0) == run
        && stamps.write(0) >= of;
  }

  private OperationBuffer operation(OperationType type) {
    OperationBuffer operation = new OperationBuffer();
    operation.prepareText(withKeyText);
    operation.prepareStamp(true);
    workload.prepareFill(operation, KEY - firstKey);
    operation.type(type);
    operation.deadlineNanos(clock.nanoTime() + timeoutNanos);
    return operation;
  }

  /** Takes the first of answer and timeout. */
  private void send(OperationBuffer operation, long of, Consumer<Outcome> answer) {
    long mine;
    synchronized (this) {
      mine = ++call;
    }
    Completion completion =
        new Completion() {
          @Override
          public void started() {}

          @Override
          public void complete(Outcome outcome) {
            synchronized (ConsistencyProbe.this) {
              if (call == mine) {
                call++;
                answer.accept(outcome);
              }
            }
          }
        };
    clock
        .housekeeping()
        .schedule(
            operation.deadlineNanos(),
            () ->
                completion.complete(
                    Outcome.failed(FailureCode.Common.TIMEOUT, "timeout of marker " + of)));
    try {
      session.execute(operation, completion);
    } catch (RuntimeException e) {
      completion.complete(Outcome.failed(e));
    }
  }
}

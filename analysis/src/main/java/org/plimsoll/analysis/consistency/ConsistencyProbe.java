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
 * Measures the inconsistency window of Bermbach and Tai (Eventual consistency: how soon is
 * eventual?, MW4SOC 2011). It periodically writes a marker with its own session to its own key, and
 * reads it until it is seen.
 *
 * <p>With the write in [s, a], the window ended no earlier than the start of the last read that
 * missed the marker. It ended no later than the end of the first later read that saw the marker.
 * The window's length is therefore at least {@code start(last stale) − a} from the acknowledgement.
 * From the start of the write it is at most {@code end(first fresh) − s}. The two bounds differ by
 * one poll interval, which is the resolution. A marker is complete when {@value #CONFIRMATIONS}
 * reads in a row have seen it, because one read proves little if replicas take turns.
 */
public final class ConsistencyProbe {
  private static final int CONFIRMATIONS = 5;
  private static final int DIGITS = 3;

  /** The key of the probe, above all keys of a workload. */
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

  /** The current marker; answers about earlier markers are ignored. */
  private long marker;

  /** The current call. */
  private long call;

  private boolean looking;
  private long writeStartNanos;
  private long ackNanos;
  private long lastStaleNanos;
  private long firstFreshNanos;
  private int confirmations;

  /**
   * Creates a probe that is not started.
   *
   * @param firstKey the workload's first key, from which it counts positions
   * @param timeoutNanos the time after which a call is abandoned
   * @param run identifies this process's part of the run in the rows
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

  /** Starts the probe: writes the first marker at the given time, and others periodically. */
  public void start(long atNanos) {
    clock.housekeeping().schedule(atNanos, () -> nextMarker(atNanos));
  }

  /** Stops writing; an unfinished marker does not count. */
  public void stop() {
    synchronized (this) {
      // The run ended less than a period after this marker's write, so the marker proves nothing.
      markers -= !stopped && looking ? 1 : 0;
      stopped = true;
      looking = false;
    }
    session.close();
  }

  /** Returns the result. */
  public synchronized Probe result() {
    return new Probe(
        spec.probe().pollNanos(),
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
    long next = atNanos + spec.probe().everyNanos();
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

  /**
   * Schedules a read of the marker, which may be due now. The timeline executes it, so polls do not
   * recurse.
   */
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
      poll(of, startNanos + spec.probe().pollNanos());
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

  /** Sends an operation, and passes on its answer or its timeout, whichever comes first. */
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

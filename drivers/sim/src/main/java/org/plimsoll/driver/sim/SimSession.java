package org.plimsoll.driver.sim;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;
import org.plimsoll.api.Session;

/**
 * A session that accepts any number of concurrent operations. Operations without a delay complete
 * within {@link #execute}. All others complete in an action on the timeline.
 */
final class SimSession implements Session {
  private static final Outcome ANSWERED = Outcome.succeeded(0);
  private static final Outcome INJECTED =
      Outcome.failed(
          FailureCode.own("injected"), "failed by the simulation, according to its error-rate");
  private static final Outcome SESSION_CLOSED = Outcome.failed(Common.CLOSED);

  /**
   * The longest delay. Heavy-tailed distributions may return values that would overflow when added
   * to an instant.
   */
  private static final long FOREVER_NANOS = Long.MAX_VALUE / 2;

  private final SimStore store;
  private final @Nullable SimLog log;
  private final Consumer<SimSession> onClose;

  /**
   * The random numbers, and the lock for drawing them, because several threads may send at once.
   */
  private final SplittableRandom random;

  /**
   * The waiting operations, oldest first. The set is also the lock for itself and for {@link
   * #closed}.
   */
  private final Set<Pending> pending = new LinkedHashSet<>();

  private volatile boolean closed;

  /** Prevents the JIT compiler from removing the reads of keys and rows. */
  @SuppressWarnings("UnusedVariable")
  private long sum;

  /** The last outcome of a write, which is reused while writes have the same size. */
  private Outcome lastWritten = ANSWERED;

  SimSession(
      SimStore store, @Nullable SimLog log, SplittableRandom random, Consumer<SimSession> onClose) {
    this.store = store;
    this.log = log;
    this.random = random;
    this.onClose = onClose;
  }

  @Override
  public int maxInFlight() {
    return Integer.MAX_VALUE;
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    Outcome outcome = receive(operation);
    if (log != null) {
      log.add(operation);
    }
    SimStore.State state = store.state();
    if (!state.started()) {
      state = store.start();
    }
    if (closed) {
      completion.complete(SESSION_CLOSED);
    } else if (state.immediate()) {
      completion.complete(outcome);
    } else {
      simulate(state, operation, outcome, completion);
    }
  }

  /**
   * Reads the operation like {@link #execute}, and answers at once, or on the timeline if answers
   * are delayed. Draws no random number, and uses neither the servers nor the history.
   */
  @Override
  public void rehearse(Operation operation, Completion completion) {
    Outcome outcome = receive(operation);
    if (closed) {
      completion.complete(SESSION_CLOSED);
    } else if (store.state().immediate()) {
      completion.complete(outcome);
    } else {
      answerLater(new Pending(this, completion, outcome), store.timeline().nanoTime());
    }
  }

  @Override
  public void close() {
    List<Pending> abandoned;
    synchronized (pending) {
      closed = true;
      abandoned = List.copyOf(pending);
      pending.clear();
    }
    onClose.accept(this);
    abandoned.forEach(operation -> operation.completion.complete(SESSION_CLOSED));
  }

  /** Reads every byte of keys and rows. Returns an outcome with the number of bytes of the rows. */
  private Outcome receive(Operation operation) {
    int size = operation.size();
    boolean hasRows = operation.type().row();
    long newSum = sum;
    long rowBytes = 0;
    for (int item = 0; item < size; item++) {
      byte[] key = operation.key(item).bytes();
      newSum += ByteSum.of(key, 0, key.length);
      if (hasRows) {
        Row row = operation.row(item);
        byte[] buffer = row.buffer();
        int fields = row.fieldCount();
        for (int field = 0; field < fields; field++) {
          int length = row.length(field);
          newSum += ByteSum.of(buffer, row.offset(field), length);
          rowBytes += length;
        }
      }
    }
    sum = newSum;
    int items = operation.type().equals(OperationType.SCAN) ? operation.scanLength() : size;
    if (items == 1 && rowBytes == 0) {
      return ANSWERED;
    }
    Outcome written = lastWritten;
    if (written.items() != items || written.payloadBytes() != rowBytes) {
      written = Outcome.succeeded(items, rowBytes);
      lastWritten = written;
    }
    return written;
  }

  private void simulate(
      SimStore.State state, Operation operation, Outcome received, Completion completion) {
    SimModel model = state.model();
    long nowNanos;
    long answerNanos;
    Outcome outcome = received;
    synchronized (random) {
      nowNanos = store.timeline().nanoTime();
      boolean fails = model.errorRate() > 0 && random.nextDouble() < model.errorRate();
      ServerQueue queue = state.queue();
      ServerPool pool = state.pool();
      long turnNanos =
          pool != null
              ? pool.doneNanos(nowNanos, random)
              : queue == null ? nowNanos : queue.turnNanos(nowNanos);
      answerNanos = turnNanos + Math.min(model.service().sample(random), FOREVER_NANOS);
      Distribution staleness = model.writes().staleness().orElse(null);
      if (fails) {
        outcome = INJECTED;
      } else if (staleness != null) {
        outcome = remember(operation, received, turnNanos, staleness, model.writes().lose());
      }
    }
    if (answerNanos <= nowNanos) {
      completion.complete(outcome);
    } else {
      answerLater(new Pending(this, completion, outcome), answerNanos);
    }
  }

  private void answerLater(Pending operation, long atNanos) {
    boolean open;
    synchronized (pending) {
      open = !closed;
      if (open) {
        pending.add(operation);
      }
    }
    if (open) {
      store.timeline().schedule(atNanos, operation);
    } else {
      operation.completion.complete(SESSION_CLOSED);
    }
  }

  /**
   * Applies the operation to the history. A write takes effect when its service starts. Services
   * start in the order of arrival, so the state that a later operation sees is already known.
   */
  private Outcome remember(
      Operation operation, Outcome received, long turnNanos, Distribution staleness, double lose) {
    OperationType type = operation.type();
    if (type.row() || type.equals(OperationType.DELETE)) {
      boolean existedBefore = !type.equals(OperationType.INSERT);
      long horizonNanos = turnNanos - Math.min(staleness.maximum(), FOREVER_NANOS);
      for (int item = 0; item < operation.size(); item++) {
        if (lose > 0 && random.nextDouble() < lose) {
          store.lostWrites().add(1);
          if (type.equals(OperationType.INSERT)) {
            store.history().neverWas(operation.key(item).number());
          }
          continue;
        }
        RowHistory.Fields fields =
            type.row() ? RowHistory.Fields.copyOf(operation.row(item)) : null;
        store
            .history()
            .write(operation.key(item).number(), turnNanos, fields, existedBefore, horizonNanos);
      }
      return received;
    }
    if (type.equals(OperationType.READ) || type.equals(OperationType.BULK_READ)) {
      return read(operation, turnNanos, staleness);
    }
    return received;
  }

  private Outcome read(Operation operation, long turnNanos, Distribution staleness) {
    List<RowHistory.@Nullable Fields> rows = new ArrayList<>(operation.size());
    int found = 0;
    long valueBytes = 0;
    for (int item = 0; item < operation.size(); item++) {
      long key = operation.key(item).number();
      long atNanos = turnNanos - Math.min(staleness.sample(random), FOREVER_NANOS);
      RowHistory.Seen seen = store.history().at(key, atNanos);
      if (seen.stale()) {
        store.staleReads().add(1);
      }
      RowHistory.Fields fields = seen.version().fields();
      rows.add(fields);
      found += seen.version().exists() ? 1 : 0;
      valueBytes += fields == null ? 0 : fields.values().length;
    }
    if (found == 0) {
      return Outcome.notFound();
    }
    Outcome outcome = Outcome.succeeded(found, valueBytes);
    if (rows.stream().allMatch(Objects::isNull)) {
      return outcome;
    }
    return outcome.withRows(visitor -> {
      for (int item = 0; item < rows.size(); item++) {
        RowHistory.Fields fields = rows.get(item);
        if (fields != null) {
          fields.visit(item, visitor);
        }
      }
    });
  }

  /** An operation that is waiting for its completion time. */
  private static final class Pending implements Runnable {
    private final SimSession session;
    private final Completion completion;
    private final Outcome outcome;

    private Pending(SimSession session, Completion completion, Outcome outcome) {
      this.session = session;
      this.completion = completion;
      this.outcome = outcome;
    }

    /** Completes the operation, unless the session has been closed. */
    @Override
    public void run() {
      boolean waited;
      synchronized (session.pending) {
        waited = session.pending.remove(this);
      }
      if (waited) {
        completion.complete(outcome);
      }
    }
  }
}

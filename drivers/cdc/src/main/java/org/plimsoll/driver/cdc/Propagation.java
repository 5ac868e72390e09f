package org.plimsoll.driver.cdc;

import java.util.Arrays;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Row;
import org.plimsoll.api.Session;
import org.plimsoll.api.Timeline;
import org.plimsoll.api.kit.InFlight;

/**
 * A write to the source, followed by reads of the derived store until it shows the write. It also
 * ends if a later write to the same key is visible, because its own row may never have been
 * visible.
 */
final class Propagation extends InFlight {
  private static final FailureCode NOT_SEEN = FailureCode.own("not-seen");

  private final Shared shared;
  private final Parts parts;
  private final Operation operation;
  private final Completion completion;
  private boolean hasStarted;
  private long startNanos;
  private long writtenNanos;
  private long seenNanos;
  private Outcome written = Outcome.notFound();
  private volatile @Nullable Propagation earlier;

  /**
   * The objects that all writes of all sessions share.
   *
   * @param sourceWrite records the duration of the write to the source
   * @param propagation records the time from the answer of the source until the derived store shows
   *     the write
   * @param latest for each key, the last write that is not visible yet
   * @param pollNanos the pause between two reads of the derived store
   */
  record Shared(
      Timeline timeline,
      DriverContext.Timing sourceWrite,
      DriverContext.Timing propagation,
      Map<String, Propagation> latest,
      LongSupplier pollNanos) {}

  /**
   * The sessions of the two parts.
   *
   * @param closed whether the session that contains both is closed
   */
  record Parts(Session source, Session derived, BooleanSupplier closed) {}

  Propagation(Shared shared, Parts parts, Operation operation, Completion completion) {
    super(completion);
    this.shared = shared;
    this.parts = parts;
    this.operation = operation;
    this.completion = completion;
  }

  void begin() {
    startNanos = shared.timeline().nanoTime();
    send(parts.source(), OperationType.UPDATE, this::sourceHasAnswered);
  }

  /**
   * Rehearses on the source and then on the derived store. The operation has the outcome of the
   * derived store.
   */
  void rehearse() {
    parts.source().rehearse(operation, new Answer(_ -> rehearseOnDerived()));
  }

  private void rehearseOnDerived() {
    parts.derived().rehearse(operation, new Answer(this::finish));
  }

  private void send(Session part, OperationType type, Consumer<Outcome> next) {
    if (parts.closed().getAsBoolean()) {
      abandon();
      return;
    }
    try {
      part.execute(new Renamed(operation, type), new Answer(next));
    } catch (RuntimeException e) {
      finish(Outcome.failed(e));
    }
  }

  private void sourceHasAnswered(Outcome outcome) {
    if (outcome.status() == Status.FAILED) {
      finish(outcome);
      return;
    }
    written = outcome;
    writtenNanos = shared.timeline().nanoTime();
    shared.sourceWrite().record(writtenNanos - startNanos);
    earlier = shared.latest().put(operation.key().text(), this);
    look();
  }

  private void look() {
    if (!hasEnded()) {
      send(parts.derived(), OperationType.READ, this::derivedHasAnswered);
    }
  }

  private void derivedHasAnswered(Outcome outcome) {
    Outcome.ReadRows rows = outcome.rows();
    if (outcome.status() == Status.SUCCEEDED && rows == null) {
      finish(Outcome.failed(FailureCode.own("derived-returns-no-rows")));
      return;
    }
    if (rows != null && shows(rows)) {
      seen(shared.timeline().nanoTime());
      return;
    }
    // A failed read is repeated: the row only has to arrive in time.
    long nowNanos = shared.timeline().nanoTime();
    if (nowNanos >= operation.deadlineNanos()) {
      finish(
          outcome.status() == Status.FAILED
              ? outcome.withFailureCode(NOT_SEEN).withAttempts(1)
              : Outcome.failed(NOT_SEEN));
    } else {
      shared.timeline().schedule(nowNanos + shared.pollNanos().getAsLong(), this::look);
    }
  }

  /** Whether a row has all fields that were written. */
  private boolean shows(Outcome.ReadRows rows) {
    Row row = operation.row();
    int[] equal = {0};
    rows.forEachField((_, name, bytes, offset, length) -> {
      for (int i = 0; i < row.fieldCount(); i++) {
        boolean isIt = name.isEmpty() || name.equals(row.fieldName(i));
        if (isIt
            && Arrays.equals(
                bytes,
                offset,
                offset + length,
                row.buffer(),
                row.offset(i),
                row.offset(i) + row.length(i))) {
          equal[0]++;
          return;
        }
      }
    });
    return equal[0] == row.fieldCount();
  }

  private void seen(long nowNanos) {
    Propagation each = this;
    while (each != null) {
      Propagation before = each.earlier;
      each.seenAt(nowNanos);
      each = before;
    }
  }

  private void seenAt(long nowNanos) {
    seenNanos = nowNanos;
    finish(written);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // Only a write that was seen ends with this object.
  protected Outcome ending(Outcome outcome) {
    if (outcome == written) {
      shared.propagation().record(seenNanos - writtenNanos);
    }
    if (writtenNanos != 0) {
      shared.latest().remove(operation.key().text(), this);
    }
    earlier = null; // With constant writes to a key, the chain would never end.
    return outcome;
  }

  /** Receives one answer of a part. The operation starts when its first request starts. */
  private final class Answer implements Completion {
    private final Consumer<Outcome> next;

    Answer(Consumer<Outcome> next) {
      this.next = next;
    }

    @Override
    public void started() {
      if (!hasStarted) {
        hasStarted = true;
        startNanos = shared.timeline().nanoTime();
        completion.started();
      }
    }

    @Override
    public void complete(Outcome outcome) {
      hasStarted = true;
      try {
        next.accept(outcome);
      } catch (RuntimeException e) {
        // A later write has ended this operation, so the row belongs to another operation.
        finish(Outcome.failed(e));
      }
    }
  }
}

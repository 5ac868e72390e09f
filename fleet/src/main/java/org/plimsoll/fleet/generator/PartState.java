package org.plimsoll.fleet.generator;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What this node knows about a run of its fleet: the journal, the start and the end. The threads of
 * the run wait in it until a condition is met. Thread-safe.
 */
final class PartState implements PartIterations.Place {
  // Guarded by this, like the following fields.
  private final PartJournal journal = new PartJournal();
  private @Nullable String over;
  private boolean removed;
  private long zeroNanos = FleetSeconds.UNKNOWN;

  @Override
  public synchronized long runNanos() {
    return hasZero() ? System.nanoTime() - zeroNanos : FleetSeconds.UNKNOWN;
  }

  /** Whether the instant of run time 0 is known. */
  synchronized boolean hasZero() {
    return zeroNanos != FleetSeconds.UNKNOWN;
  }

  /** Returns run time 0 by this node's clock; {@link FleetSeconds#UNKNOWN} before it is known. */
  synchronized long zeroNanos() {
    return zeroNanos;
  }

  synchronized void startsAt(long nanos) {
    zeroNanos = nanos;
    notifyAll();
  }

  synchronized void journal(Consumer<PartJournal> change) {
    change.accept(journal);
    notifyAll();
  }

  @Override
  public synchronized <T> T read(Function<PartJournal, T> view) {
    return view.apply(journal);
  }

  /** Makes a change for which threads may wait. */
  synchronized void change(Runnable what) {
    what.run();
    notifyAll();
  }

  @Override
  public synchronized void await(BooleanSupplier holds) throws InterruptedException {
    while (over == null && !holds.getAsBoolean()) {
      wait();
    }
  }

  @Override
  public synchronized void require(BooleanSupplier holds) throws InterruptedException {
    await(holds);
    if (over != null) {
      throw new IllegalStateException(over);
    }
  }

  /**
   * Waits until a condition is met or the run is over. Fails if this node is removed first.
   *
   * @throws IllegalStateException with the reason
   */
  synchronized void awaitUnlessRemoved(BooleanSupplier holds) throws InterruptedException {
    await(holds);
    if (removed && !holds.getAsBoolean()) {
      throw new IllegalStateException(over);
    }
  }

  /** Whether the connection to the fleet has ended. */
  synchronized boolean isOver() {
    return over != null;
  }

  /** Ends the connection to the fleet. There is no result if this node was removed. */
  synchronized void over(String reason, boolean isRemoved) {
    removed |= isRemoved;
    if (over == null) {
      over = reason;
    }
    notifyAll();
  }
}

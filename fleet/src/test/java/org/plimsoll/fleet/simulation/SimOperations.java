package org.plimsoll.fleet.simulation;

import java.util.function.BooleanSupplier;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.Quota;
import org.plimsoll.fleet.control.Command;

/** The operations that one generator is granted, of which it takes one after another. */
final class SimOperations implements Quota.Listener {
  /** Operations of the measurement. */
  static final long TOTAL = 800;

  private static final long EACH_NANOS = 40_000_000;
  private static final long ASK_NANOS = 2_000_000_000;

  private final SimNode node;
  private final SimTarget target;
  private final BooleanSupplier mayTake;
  private final int iterations;
  private int iteration;
  private FillRange all;
  private Quota quota = new Quota(this);
  private boolean hasGrant;
  private boolean started;
  private boolean over;
  private int asks;

  SimOperations(SimNode node, SimTarget target, int iterations, BooleanSupplier mayTake) {
    this.node = node;
    this.target = target;
    this.iterations = iterations;
    this.mayTake = mayTake;
    this.all = operations();
  }

  /** The operations of an iteration follow those of the one before. */
  private FillRange operations() {
    long each = TOTAL / iterations;
    return new FillRange(iteration * each, (iteration + 1) * each, false);
  }

  private void next() {
    iteration++;
    all = operations();
    quota.close();
    quota = new Quota(this);
    hasGrant = false;
    over = false;
    ask();
  }

  /** Asks for operations; again, as the answer may be lost. */
  void ask() {
    if (!hasGrant && !over) {
      node.member()
          .ask(
              node.id() + " operations " + asks++,
              new Command.Operations(SimRun.ID, all.to()),
              node.localNanos());
      node.member().asksOperations(SimRun.ID, all, node.localNanos());
      node.after(ASK_NANOS, this::ask);
    }
  }

  void granted(FillRange range) {
    if (range.from() < all.from()) {
      returned(range);
    } else {
      hasGrant = true;
      quota.granted(range);
    }
  }

  void over(long end) {
    if (end >= all.to()) {
      over = true;
      quota.end();
    }
  }

  void start() {
    if (!started) {
      started = true;
      takeLater();
    }
  }

  private void takeLater() {
    node.after(EACH_NANOS, this::take);
  }

  private void take() {
    if (mayTake.getAsBoolean()) {
      long number = quota.take();
      if (number == Quota.OVER) {
        if (iteration + 1 == iterations) {
          return;
        }
        next();
      }
      if (number >= 0) {
        node.checkRight();
        target.granted(node.id(), number);
      }
    }
    takeLater();
  }

  /** Takes no more. */
  void close() {
    over = true;
    quota.close();
  }

  @Override
  public void used(FillRange range) {
    node.member().operationsUsed(SimRun.ID, range, node.localNanos());
  }

  @Override
  public void returned(FillRange range) {
    node.member().operationsReturned(SimRun.ID, range, node.localNanos());
  }
}

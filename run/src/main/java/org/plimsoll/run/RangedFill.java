package org.plimsoll.run;

import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.load.FillProgress;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.FillRanges;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.Parameters;

/**
 * The load of a fill: a sequence of loads, each for a range of keys. A generator that loses its
 * lease returns its range, so that another generator can fill it.
 */
final class RangedFill implements Load {
  private final FillRanges ranges;
  private final BiFunction<FillRange, Long, Filling> maker;
  private final Shares shares;
  private final Clock clock;
  private final TargetRate target = new TargetRate(0);
  private final Signal finished = new Signal();

  // Guarded by this.
  private @Nullable Part part;
  private long startNanos;
  private boolean stopped;

  private volatile @Nullable Throwable failure;

  /** The load of a range, with the written positions. */
  record Filling(Load load, FillProgress progress) {}

  /** A range in progress. */
  private static final class Part {
    private final FillRange range;
    private final Filling filling;
    private boolean isCut;

    Part(FillRange range, Filling filling) {
      this.range = range;
      this.filling = filling;
    }
  }

  /**
   * Creates a fill that has not started.
   *
   * @param maker creates the load for a range, which starts at an instant
   */
  RangedFill(
      FillRanges ranges, BiFunction<FillRange, Long, Filling> maker, Shares shares, Clock clock) {
    this.ranges = ranges;
    this.maker = maker;
    this.shares = shares;
    this.clock = clock;
  }

  /** Returns the position from which the last range continues if it has ended early. */
  synchronized long position() {
    Part last = part;
    return last == null ? 0 : last.filling.progress().position();
  }

  @Override
  public void start(long nanos) {
    synchronized (this) {
      startNanos = nanos;
    }
    ranges.next(this::granted);
  }

  private void granted(@Nullable FillRange range) {
    Part next = range == null ? null : begun(range);
    if (next == null) {
      finished.fire();
      return;
    }
    Load load = next.filling.load();
    load.finished().whenFired(() -> ended(next));
    load.start(startNanos);
  }

  /** Returns the part for a range that has started; null if the fill has ended in the meantime. */
  private synchronized @Nullable Part begun(FillRange range) {
    if (stopped) {
      ranges.ended(range, range.from());
      return null;
    }
    startNanos = part == null ? startNanos : clock.nanoTime();
    Part next = new Part(range, maker.apply(range, startNanos));
    part = next;
    return next;
  }

  private void ended(Part over) {
    Load load = over.filling.load();
    boolean isLast;
    boolean isCut;
    synchronized (this) {
      failure = load.failure();
      isLast = stopped || failure != null;
      isCut = over.isCut || isLast;
    }
    ranges.ended(over.range, isCut ? over.filling.progress().position() : over.range.to());
    if (isLast) {
      finished.fire();
    } else {
      ranges.next(this::granted);
    }
  }

  /** Returns the load in progress; null before the first range, and between ranges. */
  private synchronized @Nullable Load current() {
    return part == null || part.filling.load().finished().hasFired() ? null : part.filling.load();
  }

  @Override
  public void change(Parameters next, long fromNanos) {
    // A fill has its own parameters.
  }

  @Override
  public void stop() {
    end(Load::stop);
  }

  @Override
  public void stop(long atNanos) {
    Load now = current();
    if (now != null) {
      now.stop(atNanos);
    }
  }

  @Override
  public void abort() {
    end(Load::abort);
  }

  private void end(Consumer<Load> how) {
    synchronized (this) {
      stopped = true;
    }
    Load now = current();
    if (now == null) {
      finished.fire();
    } else {
      how.accept(now);
    }
  }

  @Override
  public void expire(long nowNanos) {
    Load now = current();
    if (now == null) {
      return;
    }
    now.expire(nowNanos);
    if (!shares.maySend(nowNanos) && cut()) {
      now.stop();
    }
  }

  /** Ends the range in progress; false if it has ended already. */
  private synchronized boolean cut() {
    Part now = part;
    if (now == null || now.isCut) {
      return false;
    }
    now.isCut = true;
    return true;
  }

  @Override
  public Signal finished() {
    return finished;
  }

  @Override
  public @Nullable Throwable failure() {
    Load now = current();
    return now == null ? failure : now.failure();
  }

  @Override
  public TargetRate target() {
    Load now = current();
    return now == null ? target : now.target();
  }

  @Override
  public boolean isWithinShare(boolean midway) {
    return true;
  }

  @Override
  public int backlog() {
    Load now = current();
    return now == null ? 0 : now.backlog();
  }
}

package org.plimsoll.fleet.generator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.FillRanges;

/**
 * The ranges of one fill that the coordinator grants to this generator. The coordinator numbers
 * rows across all fills of a run. Thread-safe.
 */
final class SharedFill implements FillRanges {
  private final long firstKey;
  private final long rows;
  private final BooleanSupplier maySend;
  private final Consumer<FillRange> written;
  private final Deque<FillRange> waiting = new ArrayDeque<>();
  private final List<FillRange> held = new ArrayList<>();
  private @Nullable Consumer<@Nullable FillRange> asking;
  private long base = -1;
  private boolean complete;

  /**
   * Creates a fill that the coordinator has not opened yet.
   *
   * @param firstKey position of its first row in its scenario
   * @param maySend whether this generator holds a lease
   * @param written receives each range whose rows are all written
   */
  SharedFill(long firstKey, long rows, BooleanSupplier maySend, Consumer<FillRange> written) {
    this.firstKey = firstKey;
    this.rows = rows;
    this.maySend = maySend;
    this.written = written;
  }

  @Override
  public void next(Consumer<@Nullable FillRange> to) {
    synchronized (this) {
      asking = to;
    }
    pump();
  }

  @Override
  public void ended(FillRange range, long position) {
    FillRange whole = null;
    synchronized (this) {
      if (position < range.to()) {
        // The range belongs to this generator until it is revoked.
        waiting.addFirst(new FillRange(position, range.to(), true));
      } else {
        whole = heldAt(base + range.to() - firstKey);
        held.remove(whole);
      }
    }
    if (whole != null) {
      written.accept(whole);
    }
  }

  /** Returns the range that ends at a position. */
  private @Nullable FillRange heldAt(long end) {
    return held.stream().filter(each -> each.to() == end).findFirst().orElse(null);
  }

  /** Records that the coordinator has opened the fill. */
  synchronized void opened(long newBase) {
    base = newBase;
  }

  /** Whether a range in the coordinator's numbering belongs to this fill. */
  synchronized boolean contains(FillRange range) {
    return base >= 0 && range.from() >= base && range.to() <= base + rows;
  }

  /** Receives a granted range. */
  void granted(FillRange range) {
    synchronized (this) {
      held.add(range);
      long from = range.from() - base + firstKey;
      waiting.add(new FillRange(from, range.to() - base + firstKey, range.onlyMissing()));
    }
    pump();
  }

  /** Returns a range that the generator has not started to write. */
  synchronized void revoked(FillRange range) {
    held.remove(range);
    long to = range.to() - base + firstKey;
    waiting.removeIf(each -> each.to() == to);
  }

  /** Records the ranges that all generators have written. */
  void filledByAll(List<FillRange> done) {
    synchronized (this) {
      complete =
          base >= 0
              && (rows == 0
                  || done.stream()
                      .anyMatch(each -> each.from() <= base && each.to() >= base + rows));
    }
    pump();
  }

  /** Ends the fill on this node, because the run has ended. */
  void abandon() {
    synchronized (this) {
      complete = true;
      waiting.clear();
    }
    pump();
  }

  /**
   * Passes the next range to the writer, if the writer has requested it and this generator holds a
   * lease.
   */
  void pump() {
    Consumer<@Nullable FillRange> to;
    FillRange next = null;
    synchronized (this) {
      to = asking;
      if (to == null) {
        return;
      }
      if (!complete) {
        if (waiting.isEmpty() || !maySend.getAsBoolean()) {
          return;
        }
        next = waiting.removeFirst();
      }
      asking = null;
    }
    to.accept(next);
  }
}

package org.plimsoll.engine.share;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the operations of one generator, in a measurement that ends after a number of
 * operations. A fleet grants them in ranges, one after another. Each operation is taken once.
 * Thread-safe.
 */
public final class Quota {
  /** The result if no operation is left, but more may be granted. */
  public static final long NONE_YET = -1;

  /** The result if no operation is left, and no more will be granted. */
  public static final long OVER = -2;

  /** Receives the results of ranges. Its methods must return at once. */
  public interface Listener {
    /** Called when all operations of a range were taken. */
    void used(FillRange range);

    /** Called when a range is returned, so that none of its operations was or will be taken. */
    void returned(FillRange range);
  }

  /** The range from which operations are taken. */
  private static final class Current {
    private final FillRange range;
    private final AtomicLong next;

    Current(FillRange range) {
      this.range = range;
      this.next = new AtomicLong(range.from());
    }

    boolean isUsedUp() {
      return next.get() >= range.to();
    }
  }

  private final Listener listener;
  private final Deque<FillRange> waiting = new ArrayDeque<>();
  private volatile @Nullable Current current;
  private volatile boolean over;
  private boolean closed;

  /** Creates a quota without a range. */
  public Quota(Listener listener) {
    this.listener = listener;
  }

  /**
   * Takes an operation. Returns its number in the measurement, or {@link #NONE_YET} or {@link
   * #OVER}.
   */
  public long take() {
    Current from = current;
    while (true) {
      if (from != null) {
        long number = from.next.getAndIncrement();
        if (number < from.range.to()) {
          return number;
        }
      }
      Current next = replace(from);
      if (next == null) {
        return over ? OVER : NONE_YET;
      }
      from = next;
    }
  }

  /**
   * Returns the range after one that is used up, even if another thread has already replaced it.
   */
  private @Nullable Current replace(@Nullable Current usedUp) {
    Current result;
    synchronized (this) {
      if (current != usedUp) {
        return current;
      }
      FillRange next = waiting.poll();
      result = next == null ? null : new Current(next);
      current = result;
    }
    if (usedUp != null) {
      listener.used(usedUp.range);
    }
    return result;
  }

  /** Whether no operation can be taken now, but more may be granted. */
  public boolean isWaiting() {
    return !over && !hasRange();
  }

  /** Whether no operation is left, and no more will be granted. */
  public boolean isOver() {
    return over && !hasRange();
  }

  private boolean hasRange() {
    Current from = current;
    if (from != null && !from.isUsedUp()) {
      return true;
    }
    synchronized (this) {
      return !waiting.isEmpty();
    }
  }

  /** Adds a granted range, or returns it to the listener if the quota is closed. */
  public void granted(FillRange range) {
    synchronized (this) {
      if (!closed) {
        waiting.add(range);
        return;
      }
    }
    listener.returned(range);
  }

  /** Called when no more ranges will be granted. */
  public void end() {
    over = true;
  }

  /** Stops taking operations, and returns those that are left. */
  public void close() {
    FillRange used = null;
    List<FillRange> left = new ArrayList<>();
    synchronized (this) {
      closed = true;
      over = true;
      Current last = current;
      current = null;
      if (last != null) {
        long next = Math.min(last.next.getAndSet(last.range.to()), last.range.to());
        used = next > last.range.from() ? new FillRange(last.range.from(), next, false) : null;
        left.add(new FillRange(next, last.range.to(), false));
      }
      left.addAll(waiting);
      waiting.clear();
    }
    if (used != null) {
      listener.used(used);
    }
    left.stream().filter(each -> each.size() > 0).forEach(listener::returned);
  }
}

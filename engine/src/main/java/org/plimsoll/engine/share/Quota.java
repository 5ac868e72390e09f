package org.plimsoll.engine.share;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The operations that this generator takes of a measurement that ends with a number of them. A
 * fleet grants them in ranges, one after another. Each operation is taken once. Thread-safe.
 */
public final class Quota {
  /** No operation is left, and more may be granted. */
  public static final long NONE_YET = -1;

  /** No operation is left, and none will be granted. */
  public static final long OVER = -2;

  /** Hears what becomes of ranges; its methods must return at once. */
  public interface Listener {
    /** All operations of a range were taken. */
    void used(FillRange range);

    /** No operation of a range was taken, and none will be. */
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

  /** A quota without a range. */
  public Quota(Listener listener) {
    this.listener = listener;
  }

  /** Takes an operation: its number among all of the measurement, or why there is none. */
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

  /** The range after one that is used up, also if another thread has replaced it. */
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

  /** Whether no operation can be taken now, but perhaps later. */
  public boolean isWaiting() {
    return !over && !hasRange();
  }

  /** Whether no operation is left, and none will be granted. */
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

  /** A range was granted. */
  public void granted(FillRange range) {
    synchronized (this) {
      if (!closed) {
        waiting.add(range);
        return;
      }
    }
    listener.returned(range);
  }

  /** No more ranges will be granted. */
  public void end() {
    over = true;
  }

  /** Takes no more operations, and returns those that are left. */
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

package org.plimsoll.engine.load;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.arrival.ArrivalProcess;
import org.plimsoll.engine.arrival.ArrivalSchedule;
import org.plimsoll.engine.arrival.RateShape;

/**
 * The way of a generator along the schedule of a lane, from one operation to the next. All
 * generators walk the whole schedule. They walk ahead of the time, past the operations of others,
 * so a walk can go back when the schedule or the shares change at an instant that it has passed.
 * Used by the pacer's thread.
 */
final class LaneWalk {
  /** Operations from one mark to the next. */
  private static final long MARK_EACH = 1_024;

  private final ArrivalSchedule schedule;
  private ArrivalProcess process;
  private boolean returns;
  private final long measureNanos;
  private final Deque<Place> marks = new ArrayDeque<>();
  private long index;
  private long nextMark;

  /** The first operation of the measurement; negative before it is reached. */
  private long measured = -1;

  /** Operations before it are accounted for, so none of them is sent once more. */
  private long handled;

  /**
   * A place to which the walk can go back.
   *
   * @param fromNanos the operations before {@code index} are due before this instant
   */
  private record Place(long index, long fromNanos, ArrivalSchedule.Mark mark) {}

  /**
   * A walk at the first operation.
   *
   * @param returns whether it can go back, which only walks past the operations of others need
   */
  LaneWalk(
      ArrivalProcess process,
      RateShape shape,
      long clockNanos,
      long fromNanos,
      boolean returns,
      long measureNanos) {
    this.process = process;
    this.returns = returns;
    this.measureNanos = measureNanos;
    this.schedule = new ArrivalSchedule(recorded(process), shape, clockNanos, fromNanos);
    arrive(fromNanos);
  }

  private ArrivalProcess recorded(ArrivalProcess process) {
    return returns ? ArrivalSchedule.recorded(process) : process;
  }

  /** The index of the next operation. */
  long index() {
    return index;
  }

  /** When the next operation is due. */
  long dueNanos() {
    return schedule.dueNanos();
  }

  /** The number of operations of the measurement before the next one. */
  long measured() {
    return measured < 0 ? 0 : index - measured;
  }

  /** Whether the next operation is accounted for. */
  boolean isHandled() {
    return index < handled;
  }

  /** Marks the operation as accounted for, and moves on to the next one. */
  void handle() {
    handled = index + 1;
    advance();
  }

  /** Moves on to the next operation. */
  void advance() {
    index++;
    if (returns) {
      long beforeNanos = schedule.dueNanos();
      schedule.advance();
      arrive(beforeNanos + 1);
    } else {
      schedule.advance();
    }
  }

  private void arrive(long fromNanos) {
    if (measured < 0 && schedule.dueNanos() - measureNanos >= 0) {
      measured = index;
    }
    if (returns && index >= nextMark) {
      marks.addLast(new Place(index, fromNanos, schedule.mark()));
      nextMark = index + MARK_EACH;
      while (!schedule.keeps(marks.getFirst().mark())) {
        marks.removeFirst();
      }
    }
  }

  /** Skips the arrivals before this instant; the next operation is due then. */
  void skipTo(long nanos) {
    schedule.skipTo(nanos);
    restart(nanos);
  }

  /** Changes the rate from an instant on. */
  void rate(RateShape shape, long clockNanos, long fromNanos) {
    schedule.rate(shape, clockNanos, fromNanos);
    restart(fromNanos);
  }

  /** Changes the distribution of the gaps between arrivals. */
  void process(ArrivalProcess next, long fromNanos) {
    process = next;
    schedule.process(recorded(next));
    restart(fromNanos);
  }

  /** Starts again where the schedule has changed: nothing before it can be walked again. */
  private void restart(long fromNanos) {
    marks.clear();
    nextMark = index;
    if (returns) {
      arrive(fromNanos);
    }
  }

  /** Makes the walk one that can go back, from the next operation on. */
  void record() {
    if (!returns) {
      returns = true;
      schedule.process(recorded(process));
      restart(schedule.dueNanos());
    }
  }

  /** Goes back to the first operation that is not accounted for. */
  void returnToUnhandled() {
    Place last = null;
    for (Place place : marks) {
      if (last == null || place.index() <= handled) {
        last = place;
      }
    }
    returnTo(last);
    while (isHandled()) {
      advance();
    }
  }

  /**
   * Goes back to the first operation that is due at or after an instant.
   *
   * @return false when that is too long ago
   */
  boolean returnTo(long nanos) {
    if (schedule.dueNanos() - nanos < 0 || !returns) {
      return true;
    }
    Place last = null;
    for (Place place : marks) {
      if (place.fromNanos() - nanos <= 0) {
        last = place;
      }
    }
    if (last == null) {
      return false;
    }
    returnTo(last);
    while (schedule.dueNanos() - nanos < 0) {
      advance();
    }
    return true;
  }

  private void returnTo(@Nullable Place place) {
    if (place == null || place.index() >= index) {
      return;
    }
    schedule.rewind(place.mark());
    index = place.index();
    if (index < measured) {
      measured = -1;
    }
    nextMark = index + MARK_EACH;
    marks.removeIf(later -> later.index() > place.index());
    arrive(place.fromNanos());
  }
}

package org.plimsoll.engine.load;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.arrival.ArrivalProcess;
import org.plimsoll.engine.arrival.ArrivalSchedule;
import org.plimsoll.engine.arrival.RateShape;

/**
 * Iterates over the operations of a lane's schedule, for one generator. Every generator walks
 * through the whole schedule. It walks ahead of time, past the operations of other generators. It
 * can therefore go back when the schedule or the shares change at an instant that it has passed.
 * Used by the pacer's thread.
 */
final class LaneWalk {
  /** Number of operations between two marks. */
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

  /** Operations before this index are accounted for and must not be sent again. */
  private long handled;

  /**
   * A position to which the walk can go back.
   *
   * @param fromNanos the operations before {@code index} are due before this instant
   */
  private record Place(long index, long fromNanos, ArrivalSchedule.Mark mark) {}

  /**
   * Creates a walk at the first operation.
   *
   * @param returns whether the walk can go back; needed only to walk past operations of other
   *     generators
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

  /** Returns the index of the next operation. */
  long index() {
    return index;
  }

  /** Returns when the next operation is due. */
  long dueNanos() {
    return schedule.dueNanos();
  }

  /** Returns the number of operations of the measurement before the next one. */
  long measured() {
    return measured < 0 ? 0 : index - measured;
  }

  /** Whether the next operation is accounted for. */
  boolean isHandled() {
    return index < handled;
  }

  /** Marks the next operation as accounted for, and advances. */
  void handle() {
    handled = index + 1;
    advance();
  }

  /** Advances to the next operation. */
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

  /**
   * Restarts the walk where the schedule changes: operations before this point cannot be visited
   * again.
   */
  private void restart(long fromNanos) {
    marks.clear();
    nextMark = index;
    if (returns) {
      arrive(fromNanos);
    }
  }

  /** Starts to store the positions from the next operation on, so that the walk can go back. */
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
   * @return false if that was too long ago
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

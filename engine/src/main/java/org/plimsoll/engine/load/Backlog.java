package org.plimsoll.engine.load;

import java.util.ArrayDeque;
import java.util.Deque;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.workload.OperationSource;

/**
 * Arrivals that wait for a place in one {@link Room}, in order of arrival. Guarded by the monitor
 * of {@link Backlogs}, except for what is callable from any thread.
 */
final class Backlog {
  private final Room room = new Room();
  private final Deque<Arrival> arrivals = new ArrayDeque<>();
  private volatile int waiting;
  private volatile long oldestNanos = Alarm.NEVER;

  /**
   * A waiting arrival. Its row is created only when it is sent, so an arrival takes just 56 bytes.
   *
   * @param lane number of its lane
   * @param source source of the operation; since then, the lane may have changed to another source
   * @param arrivedNanos instant at which the pacer handled it; the intended start if it was held
   *     back
   * @param cause cause of the wait
   */
  record Arrival(
      int lane,
      OperationSource source,
      long index,
      OperationType type,
      PhaseRecorder recorder,
      long dueNanos,
      long arrivedNanos,
      Cause cause) {}

  /** The reasons for which an arrival waits. */
  enum Cause {
    /** A free session. */
    SESSION,
    /** A place below the in-flight bound. */
    BOUND,
    /**
     * A free place, in a load that holds its schedule. It does not expire, and counts as scheduled
     * when it is sent.
     */
    HOLD;

    /** Returns the counter of the operations that waited for this reason. */
    Counter counter() {
      return this == SESSION ? Counter.WITHOUT_SESSION : Counter.AT_BOUND;
    }
  }

  Room room() {
    return room;
  }

  /** The number of waiting arrivals; callable from any thread. */
  int waiting() {
    return waiting;
  }

  /** Returns when the oldest arrival was due, or {@link Alarm#NEVER}; callable from any thread. */
  long oldestNanos() {
    return oldestNanos;
  }

  boolean isEmpty() {
    return arrivals.isEmpty();
  }

  void add(Arrival arrival) {
    arrivals.addLast(arrival);
    changed();
  }

  Arrival first() {
    return arrivals.getFirst();
  }

  Arrival remove() {
    Arrival arrival = arrivals.removeFirst();
    changed();
    return arrival;
  }

  private void changed() {
    Arrival first = arrivals.peekFirst();
    waiting = arrivals.size();
    oldestNanos = first == null ? Alarm.NEVER : first.dueNanos();
  }
}

package org.plimsoll.engine.load;

import java.util.ArrayDeque;
import java.util.Deque;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.workload.OperationSource;

/**
 * Arrivals that wait for one room, first come first served. Guarded by the load's lock, except for
 * the room and the number of those that wait.
 */
final class Backlog {
  private final Room room = new Room();
  private final Deque<Arrival> arrivals = new ArrayDeque<>();
  private volatile int waiting;

  /**
   * An arrival without its row, which is made when it is sent: 56 bytes.
   *
   * @param lane the number of its lane
   * @param source of its operation, which the lane may have replaced since
   * @param arrivedNanos when the pacer handled it
   * @param atBound whether it waits because of the in-flight bound, and not of busy sessions
   */
  record Arrival(
      int lane,
      OperationSource source,
      long index,
      OperationType type,
      PhaseRecorder recorder,
      long dueNanos,
      long arrivedNanos,
      boolean atBound) {}

  Room room() {
    return room;
  }

  /** The number of arrivals that wait; any thread may ask. */
  int waiting() {
    return waiting;
  }

  boolean isEmpty() {
    return arrivals.isEmpty();
  }

  void add(Arrival arrival) {
    arrivals.addLast(arrival);
    waiting = arrivals.size();
  }

  Arrival first() {
    return arrivals.getFirst();
  }

  Arrival remove() {
    Arrival arrival = arrivals.removeFirst();
    waiting = arrivals.size();
    return arrival;
  }
}

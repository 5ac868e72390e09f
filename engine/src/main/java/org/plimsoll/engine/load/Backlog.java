package org.plimsoll.engine.load;

import java.util.ArrayDeque;
import java.util.Deque;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.workload.OperationSource;

/** Arrivals that wait for room, first come first served. Guarded by its owner's lock. */
final class Backlog {
  private final Deque<Arrival> arrivals = new ArrayDeque<>();

  /**
   * An arrival without its row, which is made when it is sent: 56 bytes.
   *
   * @param source of its operation, which may no longer be the lane's
   * @param arrivedNanos when the pacer handled it
   * @param atBound whether the in-flight bound, rather than busy sessions, made it wait
   */
  record Arrival(
      OpenLoad.Lane lane,
      OperationSource source,
      long index,
      OperationType type,
      PhaseRecorder recorder,
      long dueNanos,
      long arrivedNanos,
      boolean atBound) {}

  int size() {
    return arrivals.size();
  }

  boolean isEmpty() {
    return arrivals.isEmpty();
  }

  void add(Arrival arrival) {
    arrivals.addLast(arrival);
  }

  Arrival first() {
    return arrivals.getFirst();
  }

  Arrival remove() {
    return arrivals.removeFirst();
  }
}

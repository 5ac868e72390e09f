package org.plimsoll.fleet.control;

/**
 * The offset between a member's clock and the coordinator's, from the round trip that took the
 * least time of the last ten or more. The error is at most half of that time.
 */
final class ClockSamples {
  /** Round trips before the offset counts as measured. */
  static final int NEEDED = 10;

  private int count;
  private long offsetNanos;
  private long roundTripNanos = Long.MAX_VALUE;

  /** Adds a round trip: sent and received by the member's clock, answered by the coordinator's. */
  void add(long sentNanos, long answeredNanos, long receivedNanos) {
    count++;
    long roundTrip = receivedNanos - sentNanos;
    if (roundTrip < roundTripNanos) {
      roundTripNanos = roundTrip;
      offsetNanos = answeredNanos - (sentNanos + roundTrip / 2);
    }
  }

  boolean measured() {
    return count >= NEEDED;
  }

  /** An instant of the coordinator's clock by the member's clock. */
  long toLocal(long coordinatorNanos) {
    return coordinatorNanos - offsetNanos;
  }

  /** An instant of the member's clock by the coordinator's clock. */
  long toCoordinator(long localNanos) {
    return localNanos + offsetNanos;
  }

  long offsetNanos() {
    return offsetNanos;
  }

  long roundTripNanos() {
    return roundTripNanos;
  }

  int count() {
    return count;
  }
}

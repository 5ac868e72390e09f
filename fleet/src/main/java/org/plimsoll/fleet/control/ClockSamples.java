package org.plimsoll.fleet.control;

/**
 * Estimates the offset between a member's clock and the coordinator's clock from the fastest of the
 * last round trips. The error is at most half of that round trip.
 */
final class ClockSamples {
  /** Number of round trips after which the offset counts as measured. */
  static final int NEEDED = 10;

  private int count;
  private long offsetNanos;
  private long roundTripNanos = Long.MAX_VALUE;

  /**
   * Adds a round trip. The sent and received times are by the member's clock, the answer time by
   * the coordinator's clock.
   */
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

  /** Converts an instant of the coordinator's clock to the member's clock. */
  long toLocal(long coordinatorNanos) {
    return coordinatorNanos - offsetNanos;
  }

  /** Converts an instant of the member's clock to the coordinator's clock. */
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

package org.plimsoll.driver.evcache;

import com.netflix.evcache.EVCacheLatch.Policy;

/** Number of zones that must have answered before a write succeeds. */
enum WritePolicy {
  NONE,
  ONE,
  QUORUM,
  ALL_MINUS_1,
  ALL;

  /** Returns the number of answers that a write to the given number of zones needs. */
  int needed(int zones) {
    return switch (this) {
      case NONE -> 0;
      case ONE -> Math.min(1, zones);
      case QUORUM -> zones == 0 ? 0 : zones / 2 + 1;
      case ALL_MINUS_1 -> zones <= 2 ? Math.min(1, zones) : zones - 1;
      case ALL -> zones;
    };
  }

  /**
   * Returns the policy for the client's latch. The client's {@code QUORUM} opens after one answer
   * (5.9.0), so the closest other policy is used instead.
   */
  Policy ofLatch(int zones) {
    return switch (this) {
      case NONE -> Policy.NONE;
      case ONE -> Policy.ONE;
      case QUORUM -> zones == 3 || zones == 4 ? Policy.ALL_MINUS_1 : Policy.ONE;
      case ALL_MINUS_1 -> Policy.ALL_MINUS_1;
      case ALL -> Policy.ALL;
    };
  }
}

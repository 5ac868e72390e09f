package org.plimsoll.fleet.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Delays, loses, doubles and reorders messages, and is cut in two at times. */
final class SimNetwork {
  private static final long MILLI = 1_000_000;

  private final VirtualTime time;
  private final Random random;
  private final boolean ordered;
  private final Map<String, Long> lastArrival = new HashMap<>();
  private final Set<String> cutOff = new HashSet<>();
  private double lossShare;
  private double doubledShare;
  private long extraDelayNanos;

  SimNetwork(VirtualTime time, Random random) {
    this.time = time;
    this.random = random;
    this.ordered = random.nextBoolean();
  }

  /** Loses and doubles this share of all messages, and delays each by up to this time. */
  void disturb(double loss, double doubled, long delayNanos) {
    lossShare = loss;
    doubledShare = doubled;
    extraDelayNanos = delayNanos;
  }

  void cut(Set<String> nodes) {
    cutOff.clear();
    cutOff.addAll(nodes);
  }

  boolean connects(String one, String other) {
    return cutOff.contains(one) == cutOff.contains(other);
  }

  boolean isCut() {
    return !cutOff.isEmpty();
  }

  boolean isDisturbed() {
    return lossShare > 0 || extraDelayNanos > 0;
  }

  void send(String from, String to, Runnable delivery) {
    if (from.equals(to)) {
      time.after(10_000, delivery);
      return;
    }
    if (!connects(from, to) || random.nextDouble() < lossShare) {
      return;
    }
    deliver(from, to, delivery);
    if (random.nextDouble() < doubledShare) {
      deliver(from, to, delivery);
    }
  }

  private void deliver(String from, String to, Runnable delivery) {
    long delay = 100_000 + (long) (random.nextDouble() * random.nextDouble() * 4 * MILLI);
    if (extraDelayNanos > 0) {
      delay += (long) (random.nextDouble() * extraDelayNanos);
    }
    long arrival = time.nowNanos() + delay;
    if (ordered) {
      String pair = from + ">" + to;
      arrival = Math.max(arrival, lastArrival.getOrDefault(pair, 0L) + 1);
      lastArrival.put(pair, arrival);
    }
    // What is in flight when the network is cut does not arrive.
    time.at(
        arrival,
        () -> {
          if (connects(from, to)) {
            delivery.run();
          }
        });
  }
}

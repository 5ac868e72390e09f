package org.plimsoll.driver.sim;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.DistributionText;
import org.plimsoll.api.SettingValues;

/**
 * The simulated behavior, as one immutable value. A change replaces it as a whole.
 *
 * @param service the service time of an operation, in nanoseconds
 * @param queue the single server
 * @param servers the servers that share one queue
 * @param stalls the times at which the server is stalled
 * @param errorRate the fraction of operations that fail
 * @param writes the effect of writes on later reads
 */
record SimModel(
    Distribution service,
    Queue queue,
    Servers servers,
    Stalls stalls,
    double errorRate,
    Writes writes) {
  /**
   * A single server with a queue.
   *
   * @param maxThroughput the operations per second of the server; infinite without a limit
   * @param capacity the throughput changes, with their times
   */
  record Queue(double maxThroughput, Capacity capacity) {}

  /**
   * Servers that share one queue.
   *
   * @param count the number of servers, each of which serves one operation at a time
   * @param time the time that an operation occupies a server, in nanoseconds; empty if there are no
   *     servers
   */
  record Servers(int count, Optional<Distribution> time) {}

  /**
   * The effect of writes on later reads.
   *
   * @param staleness the age of the state that a read sees; empty if no writes are recorded
   * @param lose the fraction of writes that are acknowledged but never take effect
   */
  record Writes(Optional<Distribution> staleness, double lose) {}

  static SimModel of(SettingValues values) {
    Duration stallFor = values.get(SimSettings.STALL_FOR);
    if (stallFor.isZero()
        && (values.isGiven(SimSettings.STALL_AFTER) || values.isGiven(SimSettings.STALL_EVERY))) {
      throw new IllegalArgumentException(
          "stall-for: must be above 0 if stall-after or stall-every is set, was '0'");
    }
    boolean pooled = values.get(SimSettings.SERVER_TIME).isPresent();
    if (pooled && values.isGiven(SimSettings.MAX_THROUGHPUT)) {
      throw new IllegalArgumentException(
          "max-throughput: must not be set with server-time, was '"
              + Capacity.figure(values.get(SimSettings.MAX_THROUGHPUT))
              + "'");
    }
    if (!pooled && values.isGiven(SimSettings.SERVERS)) {
      throw new IllegalArgumentException(
          "servers: must be set only with server-time, was '"
              + values.get(SimSettings.SERVERS)
              + "'");
    }
    double maxThroughput = values.get(SimSettings.MAX_THROUGHPUT);
    List<Capacity.Change> changes = values.get(SimSettings.MAX_THROUGHPUT_CHANGES);
    if (!changes.isEmpty() && maxThroughput == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "max-throughput: must be a number if max-throughput-changes is set, was 'none'");
    }
    return new SimModel(
        values.get(SimSettings.SERVICE),
        new Queue(maxThroughput, new Capacity(maxThroughput, changes)),
        new Servers(
            Math.toIntExact(values.get(SimSettings.SERVERS)), values.get(SimSettings.SERVER_TIME)),
        Stalls.of(
            values.get(SimSettings.STALL_AFTER), stallFor, values.get(SimSettings.STALL_EVERY)),
        values.get(SimSettings.ERROR_RATE),
        new Writes(
            remembered(values.get(SimSettings.STALENESS), values.get(SimSettings.LOSE)),
            values.get(SimSettings.LOSE)));
  }

  /**
   * Returns the staleness, or 0 if writes can be lost. A write can be lost only if the others are
   * recorded.
   */
  private static Optional<Distribution> remembered(Optional<Distribution> staleness, double lose) {
    return staleness.isEmpty() && lose > 0 ? Optional.of(new Distribution.Constant(0)) : staleness;
  }

  /** Whether operations may wait in a queue. */
  boolean queues() {
    return queue.maxThroughput != Double.POSITIVE_INFINITY
        || servers.time.isPresent()
        || !stalls.isNever();
  }

  /** Whether every operation succeeds immediately, and no writes are recorded. */
  boolean isImmediate() {
    return !queues()
        && errorRate == 0
        && writes.staleness.isEmpty()
        && service instanceof Distribution.Constant constant
        && constant.value() == 0;
  }

  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("simulated service", DistributionText.ofDurations(service));
    facts.put(
        "simulated queue",
        servers.time.isPresent()
            ? servers.count
                + " servers, first come first served, each for "
                + DistributionText.ofDurations(servers.time.get())
            : queue.maxThroughput == Double.POSITIVE_INFINITY
                ? SimSettings.NONE
                : "one server, first come first served, " + queue.capacity + " ops/s");
    facts.put("simulated stalls", stalls.toString());
    facts.put("simulated error rate", Capacity.figure(errorRate));
    facts.put(
        "simulated staleness",
        writes
            .staleness
            .map(ages -> DistributionText.ofDurations(ages) + " per read")
            .orElse(SimSettings.NONE));
    facts.put("simulated loss of acknowledged writes", Capacity.figure(writes.lose));
    return facts;
  }
}

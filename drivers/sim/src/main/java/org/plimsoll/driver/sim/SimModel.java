package org.plimsoll.driver.sim;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.DistributionText;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/**
 * The simulated behavior, as one immutable value that is replaced as a whole.
 *
 * @param service the service time of an operation, in nanoseconds
 * @param maxThroughput operations per second of the single server; infinite if there is none
 * @param capacity how the throughput changes with time
 * @param servers number of servers that share one queue, each occupied by one operation at a time
 * @param serverTime how long an operation occupies a server, in nanoseconds; empty if there are no
 *     servers
 * @param stalls when the server is stalled
 * @param errorRate fraction of the operations that fail
 * @param staleness the age of the state that a read sees; empty if no writes are recorded
 * @param lose fraction of the writes that are acknowledged and never take effect
 */
record SimModel(
    Distribution service,
    double maxThroughput,
    Capacity capacity,
    int servers,
    Optional<Distribution> serverTime,
    Stalls stalls,
    double errorRate,
    Optional<Distribution> staleness,
    double lose) {
  private static final String NONE = "none";

  static final Setting<Distribution> SERVICE =
      Setting.durations("service", "constant(0)")
          .describedAs("service time of an operation, after its wait in the queue")
          .asLive();

  static final Setting<Double> MAX_THROUGHPUT =
      new Setting<>(
              "max-throughput",
              Setting.Kind.DECIMAL,
              NONE,
              "a number of operations per second, at least 0.001, or none",
              "",
              false,
              false,
              orNone(SimModel::throughput, Double.POSITIVE_INFINITY))
          .describedAs("operations per second of the single server; more operations queue")
          .asLive();

  static final Setting<Long> SERVERS =
      Setting.count("servers", "1", 1, 100_000)
          .describedAs("number of servers that share one queue; needs server-time")
          .asLive();

  static final Setting<Optional<Distribution>> SERVER_TIME =
      new Setting<Optional<Distribution>>(
              "server-time",
              Setting.Kind.DISTRIBUTION,
              NONE,
              "a distribution such as exponential(50us), or none",
              "",
              false,
              false,
              orNone(text -> Optional.of(DistributionText.parseDuration(text)), Optional.empty()))
          .describedAs("how long an operation occupies a server; the others queue")
          .asLive();

  static final Setting<List<Capacity.Change>> MAX_THROUGHPUT_CHANGES =
      new Setting<List<Capacity.Change>>(
              "max-throughput-changes",
              Setting.Kind.TEXT,
              NONE,
              "times and values of max-throughput, such as 30s:2000,60s:1500, or none",
              "",
              false,
              false,
              orNone(Capacity::parse, List.of()))
          .describedAs("when max-throughput changes, counted from the target's first operation")
          .asLive();

  static final Setting<Duration> STALL_AFTER =
      Setting.duration("stall-after", "0")
          .describedAs("when the server stalls, counted from the target's first operation")
          .asLive();

  static final Setting<Duration> STALL_FOR =
      Setting.duration("stall-for", "0").describedAs("duration of a stall").asLive();

  static final Setting<Duration> STALL_EVERY =
      new Setting<>(
              "stall-every",
              Setting.Kind.DURATION,
              NONE,
              "a duration such as 30s, longer than stall-for, or none",
              "",
              false,
              false,
              orNone(Quantities::parseDuration, Duration.ZERO))
          .describedAs("time from the start of a stall to the start of the next")
          .asLive();

  static final Setting<Double> ERROR_RATE =
      Setting.decimal("error-rate", "0", 0, 1)
          .describedAs("fraction of the operations that fail with the code injected")
          .asLive();

  static final Setting<Optional<Distribution>> STALENESS =
      new Setting<Optional<Distribution>>(
              "staleness",
              Setting.Kind.DISTRIBUTION,
              NONE,
              "a distribution such as exponential(5ms), or none",
              "",
              false,
              false,
              orNone(text -> Optional.of(DistributionText.parseDuration(text)), Optional.empty()))
          .describedAs("age of the state that a read sees; if set, writes are recorded")
          .asLive();

  static final Setting<Double> LOSE =
      Setting.decimal("lose", "0", 0, 1)
          .describedAs(
              "fraction of the writes that are acknowledged and never take effect; if set, writes"
                  + " are recorded")
          .asLive();

  static final List<Setting<?>> SETTINGS =
      List.of(
          SERVICE,
          MAX_THROUGHPUT,
          MAX_THROUGHPUT_CHANGES,
          SERVERS,
          SERVER_TIME,
          STALL_AFTER,
          STALL_FOR,
          STALL_EVERY,
          ERROR_RATE,
          STALENESS,
          LOSE);

  static SimModel of(SettingValues values) {
    Duration stallFor = values.get(STALL_FOR);
    if (stallFor.isZero() && (values.isGiven(STALL_AFTER) || values.isGiven(STALL_EVERY))) {
      throw new IllegalArgumentException(
          "stall-for: must be above 0 if stall-after or stall-every is set, was '0'");
    }
    boolean pooled = values.get(SERVER_TIME).isPresent();
    if (pooled && values.isGiven(MAX_THROUGHPUT)) {
      throw new IllegalArgumentException(
          "max-throughput: must not be set with server-time, was '"
              + values.get(MAX_THROUGHPUT)
              + "'");
    }
    if (!pooled && values.isGiven(SERVERS)) {
      throw new IllegalArgumentException(
          "servers: must be set only with server-time, was '" + values.get(SERVERS) + "'");
    }
    double maxThroughput = values.get(MAX_THROUGHPUT);
    List<Capacity.Change> changes = values.get(MAX_THROUGHPUT_CHANGES);
    if (!changes.isEmpty() && maxThroughput == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "max-throughput: must be a number if max-throughput-changes is set, was 'none'");
    }
    return new SimModel(
        values.get(SERVICE),
        maxThroughput,
        new Capacity(maxThroughput, changes),
        Math.toIntExact(values.get(SERVERS)),
        values.get(SERVER_TIME),
        Stalls.of(values.get(STALL_AFTER), stallFor, values.get(STALL_EVERY)),
        values.get(ERROR_RATE),
        remembered(values.get(STALENESS), values.get(LOSE)),
        values.get(LOSE));
  }

  /** A write can be lost only if the others are recorded. */
  private static Optional<Distribution> remembered(Optional<Distribution> staleness, double lose) {
    return staleness.isEmpty() && lose > 0 ? Optional.of(new Distribution.Constant(0)) : staleness;
  }

  /** Whether an operation may have to queue. */
  boolean queues() {
    return maxThroughput != Double.POSITIVE_INFINITY || serverTime.isPresent() || !stalls.isNever();
  }

  /** Whether every operation succeeds at once, and no writes are recorded. */
  boolean isImmediate() {
    return !queues()
        && errorRate == 0
        && staleness.isEmpty()
        && service instanceof Distribution.Constant constant
        && constant.value() == 0;
  }

  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("simulated service", service + ", in ns");
    facts.put(
        "simulated queue",
        serverTime.isPresent()
            ? servers
                + " servers, first come first served, each for "
                + serverTime.get()
                + ", in ns"
            : maxThroughput == Double.POSITIVE_INFINITY
                ? NONE
                : "one server, first come first served, " + capacity + " ops/s");
    facts.put("simulated stalls", stalls.toString());
    facts.put("simulated error rate", String.valueOf(errorRate));
    facts.put(
        "simulated staleness", staleness.map(ages -> ages + ", in ns, per read").orElse(NONE));
    facts.put("simulated loss of acknowledged writes", String.valueOf(lose));
    return facts;
  }

  static double throughput(String text) {
    double operationsPerSecond = Quantities.parseDecimal(text);
    if (operationsPerSecond < 0.001) {
      throw new IllegalArgumentException("must be at least 0.001");
    }
    return operationsPerSecond;
  }

  private static <T> Function<String, T> orNone(Function<String, T> parser, T none) {
    return text -> text.equals(NONE) ? none : parser.apply(text);
  }
}

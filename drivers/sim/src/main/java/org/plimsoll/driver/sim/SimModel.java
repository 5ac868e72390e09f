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
 * The truth that is simulated, as one immutable value that is swapped whole.
 *
 * @param service what an operation takes itself, in nanoseconds
 * @param maxThroughput operations a second of the single server; infinite where there is none
 * @param capacity how that changes with time
 * @param servers servers that share one queue, where each operation keeps one for a time of its own
 * @param serverTime that time, in nanoseconds; empty where there are none
 * @param stalls when the server does not serve
 * @param errorRate share of the operations that fail
 * @param staleness how old the state is that a read sees; empty where nothing is remembered
 * @param lose share of the writes that are acknowledged and never take effect
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
          .describedAs("what an operation takes itself, once it is its turn")
          .asLive();

  static final Setting<Double> MAX_THROUGHPUT =
      new Setting<>(
              "max-throughput",
              Setting.Kind.DECIMAL,
              NONE,
              "a number of operations a second, at least 0.001, or none",
              "",
              false,
              false,
              orNone(SimModel::throughput, Double.POSITIVE_INFINITY))
          .describedAs("operations a second of the one server, before which the others queue")
          .asLive();

  static final Setting<Long> SERVERS =
      Setting.count("servers", "1", 1, 100_000)
          .describedAs("servers behind one queue, where server-time says how long each is kept")
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
          .describedAs("how long an operation keeps one of the servers, before which others queue")
          .asLive();

  static final Setting<List<Capacity.Change>> MAX_THROUGHPUT_CHANGES =
      new Setting<List<Capacity.Change>>(
              "max-throughput-changes",
              Setting.Kind.TEXT,
              NONE,
              "times with what max-throughput is from then on, such as 30s:2000,60s:1500, or none",
              "",
              false,
              false,
              orNone(Capacity::parse, List.of()))
          .describedAs("when max-throughput becomes another, from the target's first operation on")
          .asLive();

  static final Setting<Duration> STALL_AFTER =
      Setting.duration("stall-after", "0")
          .describedAs("when the server stops serving, from the target's first operation on")
          .asLive();

  static final Setting<Duration> STALL_FOR =
      Setting.duration("stall-for", "0").describedAs("how long the server stalls").asLive();

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
          .describedAs("time from the beginning of a stall to that of the next")
          .asLive();

  static final Setting<Double> ERROR_RATE =
      Setting.decimal("error-rate", "0", 0, 1)
          .describedAs("share of the operations that fail with the code injected")
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
          .describedAs("how old the state is that a read sees; what is written is then remembered")
          .asLive();

  static final Setting<Double> LOSE =
      Setting.decimal("lose", "0", 0, 1)
          .describedAs(
              "share of the writes that are acknowledged and never take effect; what is written is"
                  + " then remembered")
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
          "stall-for: must be above 0 where stall-after or stall-every is given, was '0'");
    }
    boolean pooled = values.get(SERVER_TIME).isPresent();
    if (pooled && values.isGiven(MAX_THROUGHPUT)) {
      throw new IllegalArgumentException(
          "max-throughput: must be left out where server-time is given, was '"
              + values.get(MAX_THROUGHPUT)
              + "'");
    }
    if (!pooled && values.isGiven(SERVERS)) {
      throw new IllegalArgumentException(
          "servers: must be given with server-time only, was '" + values.get(SERVERS) + "'");
    }
    double maxThroughput = values.get(MAX_THROUGHPUT);
    List<Capacity.Change> changes = values.get(MAX_THROUGHPUT_CHANGES);
    if (!changes.isEmpty() && maxThroughput == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "max-throughput: must be a number where max-throughput-changes is given, was 'none'");
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

  /** A write can be lost only where the others are remembered. */
  private static Optional<Distribution> remembered(Optional<Distribution> staleness, double lose) {
    return staleness.isEmpty() && lose > 0 ? Optional.of(new Distribution.Constant(0)) : staleness;
  }

  /** Whether an operation may have to wait for its turn. */
  boolean queues() {
    return maxThroughput != Double.POSITIVE_INFINITY || serverTime.isPresent() || !stalls.isNever();
  }

  /** Whether every operation succeeds at once, and nothing is remembered. */
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

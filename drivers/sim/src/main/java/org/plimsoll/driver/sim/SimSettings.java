package org.plimsoll.driver.sim;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.DistributionText;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;

/** Settings of {@code sim}. */
final class SimSettings {
  static final String NONE = "none";

  static final Setting<Distribution> SERVICE =
      Setting.durations("service", "constant(0)")
          .describedAs("service time of an operation, after its wait in the queue")
          .asLive();

  static final Setting<Double> MAX_THROUGHPUT =
      Setting.of(
              "max-throughput",
              Setting.Kind.DECIMAL,
              NONE,
              "a number of operations per second, at least 0.001, or none",
              orNone(Capacity::throughput, Double.POSITIVE_INFINITY))
          .describedAs("operations per second of a single server with a FIFO queue")
          .asLive();

  static final Setting<Long> SERVERS =
      Setting.count("servers", "1", 1, 100_000)
          .describedAs("number of servers behind one queue; needs server-time")
          .asLive();

  static final Setting<Optional<Distribution>> SERVER_TIME =
      Setting.<Optional<Distribution>>of(
              "server-time",
              Setting.Kind.DISTRIBUTION,
              NONE,
              "a distribution such as exponential(50us), or none",
              orNone(text -> Optional.of(DistributionText.parseDuration(text)), Optional.empty()))
          .describedAs("time for which an operation occupies a server; not with max-throughput")
          .asLive();

  static final Setting<List<Capacity.Change>> MAX_THROUGHPUT_CHANGES =
      Setting.<List<Capacity.Change>>text(
              "max-throughput-changes",
              NONE,
              Setting.Reach.NOTHING,
              "times and values of max-throughput, such as 30s:2000,60s:1500, or none",
              orNone(Capacity::parse, List.of()))
          .describedAs("changes of max-throughput with their times, such as 30s:2000,60s:1500")
          .asLive();

  static final Setting<Duration> STALL_AFTER =
      Setting.duration("stall-after", "0")
          .describedAs("time of the first stall, from the first operation of the target")
          .asLive();

  static final Setting<Duration> STALL_FOR =
      Setting.duration("stall-for", "0").describedAs("duration of a stall; 0: never").asLive();

  static final Setting<Duration> STALL_EVERY =
      Setting.of(
              "stall-every",
              Setting.Kind.DURATION,
              NONE,
              "a duration such as 30s, longer than stall-for, or none",
              orNone(Quantities::parseDuration, Duration.ZERO))
          .describedAs("time from the start of a stall to the start of the next")
          .asLive();

  static final Setting<Double> ERROR_RATE =
      Setting.decimal("error-rate", "0", 0, 1)
          .describedAs("share of the operations that fail with the code injected")
          .asLive();

  static final Setting<Optional<Distribution>> STALENESS =
      Setting.<Optional<Distribution>>of(
              "staleness",
              Setting.Kind.DISTRIBUTION,
              NONE,
              "a distribution such as exponential(5ms), or none",
              orNone(text -> Optional.of(DistributionText.parseDuration(text)), Optional.empty()))
          .describedAs("age of the state that a read sees")
          .asLive();

  static final Setting<Double> LOSE =
      Setting.decimal("lose", "0", 0, 1)
          .describedAs("share of the writes that are acknowledged but not stored")
          .asLive();

  static final Setting<String> LOG =
      Setting.text("log", "", Setting.Reach.FILES)
          .describedAs(
              "folder for a log of the operations that each generator sends; empty: no log");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
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
          LOSE,
          LOG);

  private SimSettings() {}

  private static <T> Function<String, T> orNone(Function<String, T> parser, T none) {
    return text -> text.equals(NONE) ? none : parser.apply(text);
  }
}

package org.plimsoll.run;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.spec.RunSpec.PhasesSpec;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.Window;

/** Tracks the measured time of each generator, and the lost generators. Not thread-safe. */
final class LostGenerators {
  private static final double NANOS_PER_SECOND = 1e9;

  /** The share of missing time above which the p99 may differ. */
  private static final double SUSPECT_SHARE = 0.01;

  private static final double INVALID_SHARE = 0.5;

  /**
   * Measured times by number of the measurement (with iterations, there are several) and by
   * generator.
   */
  private final SortedMap<Integer, SortedMap<Integer, Time>> times = new TreeMap<>();

  private final SortedMap<Integer, Part> lost = new TreeMap<>();

  /** The period in which no generator has taken over the share of a lost one. */
  private record Part(long fromNanos, long untilNanos) {}

  /**
   * The time of a generator in a measurement.
   *
   * @param nanos the sum of its one-second results
   */
  private record Time(long fromNanos, long toNanos, long nanos) {
    Time plus(Time more) {
      return new Time(
          Math.min(fromNanos, more.fromNanos), Math.max(toNanos, more.toNanos), nanos + more.nanos);
    }
  }

  void add(GeneratorSecond second) {
    Window window = second.window();
    Stage stage = window.stage();
    if (stage != null && (stage.phase() == Phase.MEASURE || stage.phase() == Phase.TRIAL)) {
      long to = untilEnd(window);
      long from = Math.min(window.startNanos(), to);
      // The trials of a search are parts of a single measurement.
      times
          .computeIfAbsent(
              stage.phase() == Phase.MEASURE ? stage.number() : 1, _ -> new TreeMap<>())
          .merge(second.generator(), new Time(from, to, to - from), Time::plus);
    }
  }

  private static long untilEnd(Window window) {
    Long end = window.schedule().endNanos();
    return end == null ? window.atNanos() : Math.min(window.atNanos(), end);
  }

  /**
   * Adds a generator that was lost.
   *
   * @param fromNanos start of the generator's share
   * @param untilNanos time at which others took over its share, or {@link RunReport#NOT_TAKEN_OVER}
   */
  void lost(int generator, long fromNanos, long untilNanos) {
    lost.put(generator, new Part(fromNanos, untilNanos));
  }

  /**
   * Returns the finding about lost generators; empty if none was lost.
   *
   * @param phases the planned phases, with their number of operations
   * @param measured the measurements of all generators
   */
  Optional<Finding> finding(PhasesSpec phases, List<Measured> measured) {
    if (lost.isEmpty()) {
      return Optional.empty();
    }
    long missing =
        lost.entrySet().stream().mapToLong(each -> missing(each.getKey(), each.getValue())).sum();
    long all =
        missing
            + times.values().stream()
                .flatMap(each -> each.values().stream())
                .mapToLong(Time::nanos)
                .sum();
    double share = (double) missing / Math.max(1, all);
    return Optional.of(
        new Finding(
            FindingCode.GENERATOR_LOST,
            share > INVALID_SHARE
                ? Severity.INVALID
                : share > SUSPECT_SHARE ? Severity.SUSPECT : Severity.INFO,
            String.format(
                    Locale.ROOT,
                    "%s lost: %.1f s of its measurement are missing (%.1f %% of the measurement"
                        + " of all"
                        + " generators). Its operations in flight count as unfinished.",
                    who(),
                    missing / NANOS_PER_SECOND,
                    share * 100)
                + withoutSender(phases, measured)));
  }

  /**
   * Returns a sentence about operations that a lost generator did not send and no other generator
   * sent instead.
   */
  private static String withoutSender(PhasesSpec phases, List<Measured> measured) {
    long wanted = phases.operations() * phases.iterations();
    long scheduled =
        measured.stream().mapToLong(each -> each.all().all().count(Counter.SCHEDULED)).sum();
    return scheduled >= wanted
        ? ""
        : String.format(
            Locale.ROOT,
            " %,d of the %,d operations were sent by no generator.",
            wanted - scheduled,
            wanted);
  }

  private long missing(int generator, Part part) {
    return times.values().stream().mapToLong(each -> missing(each, generator, part)).sum();
  }

  private static long missing(SortedMap<Integer, Time> measurement, int generator, Part part) {
    Time own = measurement.get(generator);
    Time all = measurement.values().stream().reduce(Time::plus).orElseThrow();
    // A generator without a report should have measured for as long as the others, from the start
    // of its share on.
    long from = own == null ? Math.max(all.fromNanos(), part.fromNanos()) : own.fromNanos();
    long reported = own == null ? 0 : own.nanos();
    return Math.max(0, Math.min(part.untilNanos(), all.toNanos()) - from - reported);
  }

  private String who() {
    String numbers = lost.keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
    return lost.size() == 1
        ? "Generator " + numbers + " was"
        : "The generators " + numbers + " were";
  }
}

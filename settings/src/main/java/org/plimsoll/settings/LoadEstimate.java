package org.plimsoll.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.plimsoll.api.DurationText;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.arrival.RateShape;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.ArrivalTrace;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Lane;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.RunSpec.PhasesSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.engine.spec.WorkloadSpec;

/** Estimates the load that a run will put on its target. */
public final class LoadEstimate {
  private final RunSpec spec;

  private LoadEstimate(RunSpec spec) {
    this.spec = spec;
  }

  /** Returns one line each for the fill, the operations, their bytes and the time. */
  public static List<String> of(RunSpec spec) {
    return new LoadEstimate(spec).lines();
  }

  /** Returns the loads and the estimate, in the form in which a dry run prints them. */
  public static List<String> of(ResolvedRun resolved) {
    RunSpec spec = resolved.spec();
    List<String> lines = new ArrayList<>();
    if (spec.phases().measures()) {
      lines.addAll(loads(spec));
    }
    Optional<String> method =
        resolved.values().stream()
            .filter(value -> value.name().equals(TuneSettings.METHOD.name()))
            .map(ResolvedRun.Value::text)
            .findFirst();
    LoadEstimate estimate = new LoadEstimate(spec);
    lines.addAll(method.map(estimate::search).orElseGet(estimate::lines));
    return lines;
  }

  private List<String> search(String method) {
    boolean follows = TuneSettings.METHOD.parse(method) == TuneSpec.Method.TRACK;
    return List.of(
        "fill: " + fill(),
        "operations: as many as each trial needs, of " + bytes(rowBytes()) + " per row",
        "time: "
            + (follows ? "until stopped" : "until the maximum is found")
            + ", plus the fill before it");
  }

  private List<String> lines() {
    PhasesSpec phases = spec.phases();
    boolean scheduled = peakPerSecond(scheduled()) > 0;
    double measured = measuredOperations(scheduled);
    double operations = phases.iterations() * measured + expected(-phases.warmupNanos(), 0);
    double seconds = measuredSeconds();
    List<String> lines = new ArrayList<>();
    lines.add("fill: " + fill());
    if (!phases.measures()) {
      return lines;
    }
    boolean known = phases.operations() > 0 || (scheduled && !phases.forever());
    lines.add(
        "operations: "
            + (known
                ? (isAtMost(scheduled) ? "at most " : "about ") + number(operations)
                : "as many as the time allows")
            + (scheduled ? " at " + rate(measured / seconds) : "")
            + (phases.warmupNanos() > 0 ? ", warm-up included" : ""));
    lines.add(
        "bytes of rows: about "
            + (known ? bytes(operations * rowBytes()) : bytes(rowBytes()) + " per operation"));
    lines.add("time: " + time(phases, seconds) + ", plus the fill before it");
    lines.addAll(arrivals(measured));
    return lines;
  }

  /**
   * Returns the number of operations of a measurement. If both a time and a number are given, the
   * limit that is reached first counts.
   */
  private double measuredOperations(boolean scheduled) {
    PhasesSpec phases = spec.phases();
    if (phases.operations() == 0) {
      return expected(0, phases.durationNanos());
    }
    boolean isTimed = scheduled && phases.durationNanos() > 0;
    return isTimed
        ? Math.min((double) phases.operations(), expected(0, phases.durationNanos()))
        : phases.operations();
  }

  /** Returns whether the time may end a measurement before all its operations are done. */
  private boolean isAtMost(boolean scheduled) {
    return !scheduled && spec.phases().operations() > 0 && spec.phases().durationNanos() > 0;
  }

  /** Returns warnings about the arrival process. */
  private List<String> arrivals(double measured) {
    return switch (spec.parameters().arrivals()) {
      case ArrivalSpec.Pareto pareto when !pareto.hasVariance() ->
          List.of(
              "arrivals: pareto gaps have no variance for a shape of 2 or less: expect long gaps,"
                  + " and a rate that differs from the configured one");
      case ArrivalSpec.Trace(String _, double _, ArrivalTrace trace) when measured > trace.size() ->
          List.of(
              "arrivals: the trace of "
                  + number(trace.size())
                  + " operations is repeated when it ends");
      default -> List.of();
    };
  }

  /** Returns the lanes of all loads; empty if one of the loads is closed. */
  private List<Lane> scheduled() {
    boolean closed =
        spec.loads().stream().anyMatch(load -> load.parameters().model() == Model.CLOSED);
    return closed
        ? List.of()
        : spec.loads().stream().flatMap(load -> load.parameters().lanes().stream()).toList();
  }

  /**
   * Returns the number of scheduled arrivals between two times after the start of the measurement.
   */
  private double expected(long fromNanos, long toNanos) {
    return scheduled().stream()
        .mapToDouble(lane -> RateShape.of(lane.rate()).expected(fromNanos, toNanos))
        .sum();
  }

  /** Returns the length of the measurement; NaN if it is unknown. */
  private double measuredSeconds() {
    PhasesSpec phases = spec.phases();
    if (phases.operations() == 0) {
      return phases.forever() ? Double.NaN : phases.durationNanos() / 1e9;
    }
    double low = 0;
    boolean isTimed = phases.durationNanos() > 0;
    double high = isTimed ? phases.durationNanos() : Long.MAX_VALUE / 4.0;
    if (expected(0, (long) high) < phases.operations()) {
      return isTimed ? high / 1e9 : Double.NaN;
    }
    while (high - low > 1_000 + high * 1e-12) {
      double middle = low + (high - low) / 2;
      boolean isEnough = expected(0, (long) middle) >= phases.operations();
      low = isEnough ? low : middle;
      high = isEnough ? middle : high;
    }
    return high / 1e9;
  }

  private String rate(double meanPerSecond) {
    double peak = peakPerSecond(scheduled());
    boolean isConstant =
        scheduled().stream().allMatch(lane -> lane.rate() instanceof RateSpec.Constant);
    if (isConstant) {
      return number(peak) + "/s";
    }
    String mean = Double.isNaN(meanPerSecond) ? "" : number(meanPerSecond) + "/s on average, ";
    return mean + "at most " + number(peak) + "/s";
  }

  private static double peakPerSecond(List<Lane> lanes) {
    return lanes.stream().mapToDouble(lane -> RateShape.of(lane.rate()).peakPerSecond()).sum();
  }

  private String fill() {
    RunSpec.FillSpec fill = spec.fill();
    if (fill.mode() == FillMode.NONE) {
      return "none";
    }
    long all = fill.keys() == 0 ? spec.parameters().workload().keys().count() : fill.keys();
    double keys = Math.max(0, (double) all / fill.shards() - fill.fromKey());
    String time =
        fill.ratePerSecond() > 0 ? ", at least " + seconds(keys / fill.ratePerSecond()) : "";
    String condition = fill.mode() == FillMode.AUTO ? " when the target is embedded or empty" : "";
    return number(keys) + " keys, about " + bytes(keys * rowBytes()) + time + condition;
  }

  private String time(PhasesSpec phases, double measured) {
    if (phases.forever()) {
      return "until stopped";
    }
    return Double.isNaN(measured)
        ? "until the operations are done"
        : (isAtMost(peakPerSecond(scheduled()) > 0) ? "at most " : "")
            + seconds(phases.warmupNanos() / 1e9 + phases.iterations() * measured);
  }

  /**
   * Returns the mean number of bytes of a row over all loads, weighted by their rates if all of
   * them have one.
   */
  private double rowBytes() {
    double peak = peakPerSecond(scheduled());
    double bytes = 0;
    for (ScenarioSpec load : spec.loads()) {
      double share =
          peak > 0 ? peakPerSecond(load.parameters().lanes()) / peak : 1.0 / spec.loads().size();
      bytes += share * rowBytes(load.parameters().workload());
    }
    return bytes;
  }

  private static double rowBytes(WorkloadSpec workload) {
    return workload.rows().valueBytes().mean() * workload.rows().fields().mean();
  }

  private static String seconds(double seconds) {
    return seconds >= 9e9
        ? "centuries"
        : DurationText.of(Duration.ofMillis(Math.round(seconds * 1_000)));
  }

  private static String number(double number) {
    return scaled(number, 1_000, "", "k", "m", "g", "t", "p", "e");
  }

  private static String bytes(double bytes) {
    return Double.isInfinite(bytes)
        ? "unbounded"
        : scaled(bytes, 1_024, " B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB");
  }

  private static String scaled(double number, int step, String... units) {
    double rest = number;
    int unit = 0;
    while (rest >= step && unit < units.length - 1) {
      rest /= step;
      unit++;
    }
    String digits = String.format(Locale.ROOT, "%.1f", rest).replaceFirst("\\.0$", "");
    return digits + units[unit];
  }

  /** Returns one line for each load and for the probe: {@code load: open, 10k/s}. */
  public static List<String> loads(RunSpec spec) {
    return spec.scenarios().stream()
        .map(scenario -> {
          String of = scenario.isNamed() ? "load of " + scenario.name() : "load";
          return (scenario.isProbe() ? "probe" : of) + ": " + load(scenario.parameters());
        })
        .toList();
  }

  /** Describes a load in words: {@code open, 10k/s} or {@code closed, 16 workers}. */
  private static String load(Parameters parameters) {
    String model = Setting.choiceText(parameters.model());
    double peak = peakPerSecond(parameters.lanes());
    boolean isConstant =
        parameters.lanes().stream().allMatch(lane -> lane.rate() instanceof RateSpec.Constant);
    String rate = peak > 0 ? (isConstant ? ", " : ", at most ") + number(peak) + "/s" : "";
    String workers = parameters.workers() > 0 ? ", " + parameters.workers() + " workers" : "";
    String thinking = parameters.thinkNanos().equals(Parameters.NO_THINKING) ? "" : " that think";
    return model + rate + workers + thinking;
  }
}

package org.plimsoll.engine.parameter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plimsoll.api.Distribution;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.RunSpec.PhasesSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.WorkloadSpec;

/** What a run will ask of its target, as far as that can be told before. */
public final class LoadEstimate {
  private final RunSpec spec;

  private LoadEstimate(RunSpec spec) {
    this.spec = spec;
  }

  /** One line each for the fill, the operations, their bytes and the time. */
  public static List<String> of(RunSpec spec) {
    return new LoadEstimate(spec).lines();
  }

  private List<String> lines() {
    PhasesSpec phases = spec.phases();
    double rate = rate();
    int iterations = phases.iterations();
    double seconds = (phases.warmupNanos() + iterations * (double) phases.durationNanos()) / 1e9;
    double operations =
        phases.operations() > 0
            ? (double) iterations * phases.operations() + rate * phases.warmupNanos() / 1e9
            : rate * seconds;
    List<String> lines = new ArrayList<>();
    lines.add("fill: " + fill());
    if (!phases.measures()) {
      return lines;
    }
    boolean known = phases.operations() > 0 || (rate > 0 && !phases.forever());
    lines.add(
        "operations: "
            + (known ? "about " + number(operations) : "as many as the time allows")
            + (rate > 0 ? " at " + number(rate) + "/s" : "")
            + (phases.warmupNanos() > 0 ? ", warm-up included" : ""));
    lines.add(
        "bytes of rows: about "
            + (known ? bytes(operations * rowBytes()) : bytes(rowBytes()) + " an operation"));
    lines.add("time: " + time(phases, rate) + ", and the fill before it");
    return lines;
  }

  /** Of all loads together; 0 when one of them goes as fast as it can. */
  private double rate() {
    boolean closed =
        spec.loads().stream().anyMatch(load -> load.parameters().model() == Model.CLOSED);
    return closed
        ? 0
        : spec.loads().stream().mapToDouble(load -> load.parameters().ratePerSecond()).sum();
  }

  private String fill() {
    RunSpec.FillSpec fill = spec.fill();
    if (fill.mode() == FillMode.NONE) {
      return "none";
    }
    long all = fill.keys() == 0 ? spec.parameters().workload().keys() : fill.keys();
    double keys = Math.max(0, (double) all / fill.shards() - fill.fromKey());
    String time =
        fill.ratePerSecond() > 0 ? ", at least " + seconds(keys / fill.ratePerSecond()) : "";
    String condition = fill.mode() == FillMode.AUTO ? " when the target is embedded or empty" : "";
    return number(keys) + " keys, about " + bytes(keys * rowBytes()) + time + condition;
  }

  private static String time(PhasesSpec phases, double rate) {
    if (phases.forever()) {
      return "until stopped";
    }
    double measured =
        phases.operations() == 0
            ? phases.durationNanos() / 1e9
            : rate > 0 ? phases.operations() / rate : Double.NaN;
    return Double.isNaN(measured)
        ? "until the operations are done"
        : seconds(phases.warmupNanos() / 1e9 + phases.iterations() * measured);
  }

  /** On average over the loads, by their rates where all have one. */
  private double rowBytes() {
    double rate = rate();
    double bytes = 0;
    for (ScenarioSpec load : spec.loads()) {
      double share =
          rate > 0 ? load.parameters().ratePerSecond() / rate : 1.0 / spec.loads().size();
      bytes += share * rowBytes(load.parameters().workload());
    }
    return bytes;
  }

  private static double rowBytes(WorkloadSpec workload) {
    double value =
        switch (workload.valueBytes()) {
          case Distribution.Constant(long size) -> size;
          case Distribution.Uniform(long from, long to) -> from / 2.0 + to / 2.0;
          case Distribution.Exponential(double mean) -> mean;
          case Distribution.Normal(double mean, double _) -> mean;
          case Distribution.Lognormal(double median, double sigma) ->
              median * Math.exp(sigma * sigma / 2);
          case Distribution.Pareto(double minimum, double shape) ->
              shape > 1 ? minimum * shape / (shape - 1) : Double.POSITIVE_INFINITY;
        };
    return value * workload.fields();
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

  /** The loads in words, and the probe: {@code load: open, 10k/s}. */
  public static List<String> loads(RunSpec spec) {
    return spec.scenarios().stream()
        .map(scenario -> {
          String of = scenario.isNamed() ? "load of " + scenario.name() : "load";
          return (scenario.isProbe() ? "probe" : of) + ": " + load(scenario.parameters());
        })
        .toList();
  }

  /** The load in words: {@code open, 10k/s} or {@code closed, 16 workers}. */
  private static String load(Parameters parameters) {
    String model = ChoiceText.of(parameters.model());
    String rate =
        parameters.ratePerSecond() > 0 ? ", " + number(parameters.ratePerSecond()) + "/s" : "";
    String workers = parameters.workers() > 0 ? ", " + parameters.workers() + " workers" : "";
    return model + rate + workers;
  }
}

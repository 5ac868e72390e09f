package org.plimsoll.engine.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.report.CurvePoint;
import org.plimsoll.engine.report.Summary;
import org.plimsoll.engine.report.TuneResult;
import org.plimsoll.engine.report.TuneResult.LineResult;
import org.plimsoll.engine.report.TuneResult.ProbeResult;
import org.plimsoll.engine.report.TuneTable;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.TuneSpec;

/** Makes the result of a search of its probes. */
public final class TuneResults {
  private TuneResults() {}

  /** The result. */
  public static TuneResult of(
      Summary.RunInfo run, TuneSpec spec, List<SloSpec> objectives, FindMax search) {
    List<Probe> probes = search.probes();
    Line line = search.line();
    List<CurvePoint> curve = curve(probes);
    String unit = spec.closed() ? "workers" : "/s";
    return new TuneResult(
        TuneResult.SCHEMA,
        run,
        spec.method().name().toLowerCase(Locale.ROOT),
        unit,
        objectives.stream().map(SloSpec::text).toList(),
        slo(line, spec, objectives, probes),
        line(line, probes, unit),
        Knee.of(withoutOverload(curve, line), run.seed()).orElse(null),
        probes.stream().map(TuneResults::of).toList(),
        curve);
  }

  /** A probe as it is shown. */
  public static ProbeResult of(Probe probe) {
    Stress stress = probe.stress();
    return new ProbeResult(
        probe.number(),
        probe.stage(),
        probe.level(),
        probe.lengthNanos(),
        probe.throughputPerSecond(),
        probe.outcome().name().toLowerCase(Locale.ROOT),
        probe.objective(),
        stress.value(),
        stress.low(),
        stress.high(),
        probe.isClose(),
        probe.reason(),
        latency(probe));
  }

  private static Summary.@Nullable Latency latency(Probe probe) {
    Summary summary = probe.summary();
    if (summary == null) {
      return null;
    }
    Summary.Latency response = summary.all().responseNanos();
    return response == null ? summary.all().serviceNanos() : response;
  }

  /** The longest probe of each load speaks for it: percentiles are never averaged. */
  private static List<CurvePoint> curve(List<Probe> probes) {
    Map<Double, Probe> longest = new TreeMap<>();
    for (Probe probe : probes) {
      if (probe.outcome() != Probe.Outcome.INVALID && probe.summary() != null) {
        longest.merge(
            probe.level(), probe, (a, b) -> b.lengthNanos() >= a.lengthNanos() ? b : a);
      }
    }
    List<CurvePoint> curve = new ArrayList<>();
    longest.forEach((level, probe) -> {
      Summary.Latency latency = latency(probe);
      if (latency != null) {
        curve.add(new CurvePoint(level, probe.throughputPerSecond(), latency));
      }
    });
    return curve;
  }

  /** Far beyond the line latencies grow with the length of the probe, and would hide the knee. */
  private static List<CurvePoint> withoutOverload(List<CurvePoint> curve, Line line) {
    return line.level() == 0
        ? curve
        : curve.stream().filter(point -> point.load() <= 1.1 * line.level()).toList();
  }

  private static String slo(
      Line line, TuneSpec spec, List<SloSpec> objectives, List<Probe> probes) {
    if (line.level() == 0) {
      return line.kind() == Line.Kind.GENERATOR || probes.isEmpty() ? "undecided" : "failed";
    }
    boolean enough =
        spec.closed()
            || objectives.stream()
                .filter(slo -> slo.metric().equals("throughput"))
                .allMatch(slo -> line.level() > slo.bound());
    return enough ? "passed" : line.kind() == Line.Kind.GENERATOR ? "undecided" : "failed";
  }

  private static LineResult line(Line line, List<Probe> probes, String unit) {
    Double throughput =
        probes.stream()
            .filter(probe -> probe.passed() && probe.level() == line.level())
            .max(Comparator.comparingLong(Probe::lengthNanos))
            .map(Probe::throughputPerSecond)
            .orElse(null);
    String at = TuneTable.load(line.level(), unit);
    String within =
        Double.isInfinite(line.high())
            ? ""
            : " (95 % interval "
                + TuneTable.load(line.low(), unit)
                + " to "
                + TuneTable.load(line.high(), unit)
                + ")";
    String carried =
        unit.equals("workers") && throughput != null
            ? String.format(Locale.ROOT, ", which carry %,.0f/s", throughput)
            : "";
    String least =
        probes.stream().map(Probe::level).min(Comparator.naturalOrder())
            .map(level -> TuneTable.load(level, unit))
            .orElse("nothing");
    String text =
        switch (line.kind()) {
          case FOUND -> at + carried + within + ", confirmed by two of three";
          case UNCONFIRMED -> at + carried + within + ", not confirmed: the search was ended";
          case CAP -> "at least " + at + carried + ": the cap was reached before the line";
          case GENERATOR ->
              line.level() == 0
                  ? "none: the generator's limit was reached at " + least
                      + ", so that nothing is known of the target's"
                  : "at least " + at + carried + ": the generator's limit, not the target's";
          case NONE -> "none: not even " + least + " met the objectives";
          case BAND -> at + " (the middle 80 % of the windows: " + TuneTable.load(line.low(), unit)
              + " to " + TuneTable.load(line.high(), unit) + ")";
        };
    return new LineResult(
        line.kind().name().toLowerCase(Locale.ROOT),
        line.level(),
        line.low(),
        Double.isInfinite(line.high()) ? null : (Double) line.high(),
        throughput,
        text);
  }
}

package org.plimsoll.analysis.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.result.CurvePoint;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Latency;
import org.plimsoll.result.LineKind;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TrialOutcome;
import org.plimsoll.result.TuneResult;
import org.plimsoll.result.TuneResult.LineResult;
import org.plimsoll.result.TuneResult.TrialResult;

/** Computes the result of a search from its trials. */
public final class TuneResults {

  private TuneResults() {}

  /**
   * Computes the result.
   *
   * @param isEnded whether the search has ended; otherwise the result is preliminary
   */
  public static TuneResult of(
      Summary.RunInfo run,
      TuneSpec spec,
      List<SloSpec> objectives,
      FindMax search,
      boolean isEnded) {
    List<Trial> trials = search.trials();
    Line line = search.line(trials);
    List<CurvePoint> curve = curve(trials);
    String unit = spec.load().closed() ? "workers" : "/s";
    return new TuneResult(
        TuneResult.SCHEMA,
        run,
        new TuneResult.Search(
            spec.method().name().toLowerCase(Locale.ROOT),
            unit,
            objectives.stream().map(SloSpec::text).toList(),
            objectives.stream().filter(SloSpec::isDefault).map(SloSpec::text).toList()),
        new TuneResult.Outcome(
            isEnded ? slo(line, spec, objectives, trials) : SloOutcome.UNDECIDED,
            line(line, trials, unit, isEnded),
            Knee.of(withoutOverload(curve, line), run.seed()).orElse(null)),
        trials.stream().map(TuneResults::of).toList(),
        curve,
        isEnded);
  }

  /** Converts a trial to its result form. */
  public static TrialResult of(Trial trial) {
    return new TrialResult(
        trial.number(),
        trial.stage(),
        trial.level(),
        trial.lengthNanos(),
        trial.throughputPerSecond(),
        trial.decision(),
        trial.latency(),
        trial.why());
  }

  /**
   * Returns the curve with the longest trial of each load, since percentiles are never averaged.
   */
  private static List<CurvePoint> curve(List<Trial> trials) {
    Map<Double, Trial> longest = new TreeMap<>();
    for (Trial trial : trials) {
      if (trial.decision().outcome() != TrialOutcome.SPOILED && trial.latency() != null) {
        longest.merge(trial.level(), trial, (a, b) -> b.lengthNanos() >= a.lengthNanos() ? b : a);
      }
    }
    List<CurvePoint> curve = new ArrayList<>();
    longest.forEach((level, trial) -> {
      Latency latency = trial.latency();
      if (latency != null) {
        curve.add(new CurvePoint(level, trial.throughputPerSecond(), latency));
      }
    });
    return curve;
  }

  /**
   * Drops points far beyond the maximum: their latencies grow with the length of the trial, and
   * would hide the knee.
   */
  private static List<CurvePoint> withoutOverload(List<CurvePoint> curve, Line line) {
    return line.level() == 0
        ? curve
        : curve.stream().filter(point -> point.load() <= 1.1 * line.level()).toList();
  }

  private static SloOutcome slo(
      Line line, TuneSpec spec, List<SloSpec> objectives, List<Trial> trials) {
    if (line.level() == 0) {
      return line.kind() == LineKind.GENERATOR || trials.isEmpty()
          ? SloOutcome.UNDECIDED
          : SloOutcome.FAILED;
    }
    boolean enough =
        spec.load().closed()
            || objectives.stream()
                .filter(slo -> slo.metric().equals("throughput"))
                .allMatch(slo -> line.level() > slo.bound());
    return enough
        ? SloOutcome.PASSED
        : line.kind() == LineKind.GENERATOR ? SloOutcome.UNDECIDED : SloOutcome.FAILED;
  }

  private static LineResult line(Line line, List<Trial> trials, String unit, boolean isEnded) {
    Double throughput =
        trials.stream()
            .filter(trial -> trial.passed() && trial.level() == line.level())
            .max(Comparator.comparingLong(Trial::lengthNanos))
            .map(Trial::throughputPerSecond)
            .orElse(null);
    String at = Figures.load(line.level(), unit);
    String within =
        Double.isInfinite(line.high())
            ? ""
            : " (95 % interval "
                + Figures.load(line.low(), unit)
                + " to "
                + Figures.load(line.high(), unit)
                + ")";
    String carried =
        unit.equals("workers") && throughput != null
            ? String.format(Locale.ROOT, ", which carry %,.0f/s", throughput)
            : "";
    String least =
        trials.stream()
            .map(Trial::level)
            .min(Comparator.naturalOrder())
            .map(level -> Figures.load(level, unit))
            .orElse("nothing");
    String text =
        switch (line.kind()) {
          case FOUND -> at + carried + within + ", confirmed by two of three";
          case UNCONFIRMED ->
              at
                  + carried
                  + within
                  + (isEnded ? ", not confirmed: the search was ended" : ", not confirmed yet");
          case CAP -> "at least " + at + carried + ": the cap was reached first";
          case GENERATOR ->
              line.level() == 0
                  ? "none: the generator's limit was reached at "
                      + least
                      + ", so the target's limit is unknown"
                  : "at least " + at + carried + ": the generator's limit, not the target's";
          case NONE ->
              trials.isEmpty()
                  ? "no load has been tried" + (isEnded ? "" : " yet")
                  : "none"
                      + (isEnded ? "" : " so far")
                      + ": not even "
                      + least
                      + " met the objectives";
          case BAND ->
              at
                  + " (the middle 80 % of the windows: "
                  + Figures.load(line.low(), unit)
                  + " to "
                  + Figures.load(line.high(), unit)
                  + ")";
        };
    return new LineResult(
        line.kind(),
        line.level(),
        line.low(),
        Double.isInfinite(line.high()) ? null : (Double) line.high(),
        throughput,
        text);
  }
}

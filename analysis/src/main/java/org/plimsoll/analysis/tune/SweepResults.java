package org.plimsoll.analysis.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.statistics.ScalabilityLaw;
import org.plimsoll.result.CurvePoint;
import org.plimsoll.result.Latency;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.SweepResult;
import org.plimsoll.result.SweepResult.Range;
import org.plimsoll.result.SweepResult.Row;
import org.plimsoll.result.SweepResult.Scalability;
import org.plimsoll.result.TuneResult.KneeResult;
import org.plimsoll.result.Validity;

/** Computes the result of a sweep from its runs. */
public final class SweepResults {
  /**
   * Settings whose value may be the N of a scalability law. The first of them that varies is used.
   */
  private static final List<String> SCALES = List.of("nodes", "workers", "sessions", "set.servers");

  private SweepResults() {}

  /** A run of a point, with its summary or the reason why it has none. */
  public record Outcome(
      Map<String, String> point,
      @Nullable Summary summary,
      String failure,
      @Nullable String folder) {}

  /**
   * Prices for the cost of operations.
   *
   * @param perHour price per hour for all machines of the target; 0 = unknown
   * @param perGigabyte price per gigabyte of traffic in either direction; 0 = unknown
   */
  public record Prices(double perHour, double perGigabyte) {}

  /** Computes the result. */
  public static SweepResult of(
      String name,
      String target,
      String startedAt,
      long seed,
      List<Map<String, String>> points,
      List<Outcome> outcomes,
      Prices prices) {
    List<String> settings = List.copyOf(points.getFirst().keySet());
    List<Row> rows =
        points.stream()
            .map(point ->
                row(
                    point,
                    outcomes.stream().filter(each -> each.point().equals(point)).toList(),
                    prices))
            .toList();
    return new SweepResult(
        SweepResult.SCHEMA,
        new SweepResult.Sweep(name, target, startedAt, seed),
        settings,
        rows,
        laws(settings, points, outcomes, seed),
        knee(settings, rows, seed).orElse(null));
  }

  private static Row row(Map<String, String> point, List<Outcome> runs, Prices prices) {
    List<Summary> summaries = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    List<String> folders = new ArrayList<>();
    for (Outcome run : runs) {
      Summary summary = run.summary();
      if (summary != null) {
        summaries.add(summary);
      } else {
        failures.add(run.failure());
      }
      if (run.folder() != null) {
        folders.add(run.folder());
      }
    }
    if (summaries.isEmpty()) {
      return new Row(
          point,
          new SweepResult.Repetitions(0, failures, Validity.NONE),
          SweepResult.Figures.NONE,
          folders);
    }
    List<Summary> byThroughput =
        sorted(summaries, Comparator.comparingDouble(each -> each.figures().throughputPerSecond()));
    List<Summary> byP99 = sorted(summaries, Comparator.comparingDouble(SweepResults::p99));
    // Of two middle runs, takes the slower one.
    Summary median = byThroughput.get((byThroughput.size() - 1) / 2);
    return new Row(
        point,
        new SweepResult.Repetitions(
            summaries.size(),
            failures,
            summaries.stream()
                .map(summary -> summary.verdict().validity())
                .reduce(Validity.VALID, Validity::or),
            slo(summaries),
            missed(summaries)),
        new SweepResult.Figures(
            new Range(
                median.figures().throughputPerSecond(),
                byThroughput.getFirst().figures().throughputPerSecond(),
                byThroughput.getLast().figures().throughputPerSecond()),
            latency(byP99.get(byP99.size() / 2)),
            byP99.stream()
                .map(SweepResults::latency)
                .map(each -> each.percentiles().p99())
                .filter(java.util.Objects::nonNull)
                .toList(),
            errors(summaries),
            isWithoutErrors(median) ? cost(median, prices) : null),
        folders);
  }

  private static SloOutcome slo(List<Summary> summaries) {
    List<SloOutcome> outcomes = summaries.stream().map(each -> each.verdict().slo()).toList();
    return Stream.of(SloOutcome.FAILED, SloOutcome.UNDECIDED, SloOutcome.PASSED)
        .filter(outcomes::contains)
        .findFirst()
        .orElse(SloOutcome.NONE);
  }

  /** Returns the objectives that a run missed, with the figures of the first run that did. */
  private static List<String> missed(List<Summary> summaries) {
    Map<String, String> missed = new LinkedHashMap<>();
    for (Summary summary : summaries) {
      for (Summary.SloResult each : summary.verdict().objectives()) {
        if (each.result() == SloOutcome.FAILED) {
          missed.putIfAbsent(each.objective(), each.text());
        }
      }
    }
    return List.copyOf(missed.values());
  }

  /**
   * Returns whether the target kept up with the load of a run, so that the throughput is the
   * offered load.
   */
  private static boolean isWithoutErrors(Summary summary) {
    return summary.verdict().objectives().stream()
        .noneMatch(
            each -> each.result() == SloOutcome.FAILED && each.objective().contains("errors"));
  }

  private static List<Summary> sorted(List<Summary> summaries, Comparator<Summary> by) {
    return summaries.stream().sorted(by).toList();
  }

  private static Latency latency(Summary summary) {
    Latency response = summary.all().responseNanos();
    return response == null ? summary.all().serviceNanos() : response;
  }

  /** Returns the p99 of a run; infinite if it falls among unanswered operations. */
  private static double p99(Summary summary) {
    Long nanos = latency(summary).percentiles().p99();
    return nanos == null ? Double.POSITIVE_INFINITY : nanos;
  }

  private static double errors(List<Summary> summaries) {
    long scheduled = 0;
    long answered = 0;
    for (Summary summary : summaries) {
      scheduled += summary.accounting().scheduled();
      answered += summary.accounting().answered().total();
    }
    return scheduled == 0 ? 0 : 1 - (double) answered / scheduled;
  }

  /**
   * Returns the cost per million operations: the hourly price divided by the operations per hour,
   * plus the cost of their bytes.
   */
  private static @Nullable Double cost(Summary summary, Prices prices) {
    double perSecond = summary.figures().throughputPerSecond();
    if (perSecond <= 0 || (prices.perHour() == 0 && prices.perGigabyte() == 0)) {
      return null;
    }
    double machines = prices.perHour() / (perSecond * 3600) * 1e6;
    double bytes =
        summary.figures().bytesPerSecond() / perSecond * 1e6 / 1e9 * prices.perGigabyte();
    return machines + bytes;
  }

  private static List<Scalability> laws(
      List<String> settings, List<Map<String, String>> points, List<Outcome> outcomes, long seed) {
    Optional<String> over = SCALES.stream().filter(settings::contains).findFirst();
    if (over.isEmpty()) {
      return List.of();
    }
    // In the order of the grid, which differs from the order of runs.
    Map<Map<String, String>, List<ScalabilityLaw.Point>> groups = new LinkedHashMap<>();
    points.forEach(point -> groups.put(without(point, over.get()), new ArrayList<>()));
    for (Outcome outcome : outcomes) {
      Summary summary = outcome.summary();
      String text = String.valueOf(outcome.point().get(over.get()));
      if (summary != null && isWithoutErrors(summary) && text.matches("[0-9]+")) {
        groups
            .computeIfAbsent(without(outcome.point(), over.get()), at -> new ArrayList<>())
            .add(
                new ScalabilityLaw.Point(
                    Double.parseDouble(text), summary.figures().throughputPerSecond()));
      }
    }
    List<Scalability> laws = new ArrayList<>();
    groups.forEach((at, runs) ->
        ScalabilityLaw.of(runs, seed).ifPresent(law -> laws.add(shown(over.get(), at, law))));
    return laws;
  }

  private static Map<String, String> without(Map<String, String> point, String name) {
    Map<String, String> others = new LinkedHashMap<>(point);
    others.remove(name);
    return others;
  }

  /** Returns the load with the highest throughput, or why it is unknown. */
  private static String peak(ScalabilityLaw law) {
    if (law.misfit().isPresent()) {
      ScalabilityLaw.Misfit at = law.misfit().get();
      return String.format(
          Locale.ROOT,
          "the law does not fit: %,.0f/s were measured at %,.0f, where it has %,.0f/s",
          at.measured(),
          at.workers(),
          at.law());
    }
    return law.peak()
        .map(n -> String.format(Locale.ROOT, "throughput is highest at %.3g", n))
        .orElse(
            law.beta().low() > 0
                ? "its maximum is beyond twice the largest measured value"
                : "no maximum, because the coordination cost may be zero");
  }

  private static Scalability shown(String over, Map<String, String> at, ScalabilityLaw law) {
    String text =
        String.format(
            Locale.ROOT,
            "%,.0f/s for one, contention %.3g %% (%.3g to %.3g), coordination %.3g (%.3g to"
                + " %.3g); %s",
            law.gamma().value(),
            100 * law.alpha().value(),
            100 * law.alpha().low(),
            100 * law.alpha().high(),
            law.beta().value(),
            law.beta().low(),
            law.beta().high(),
            peak(law));
    return new Scalability(
        over,
        at,
        estimate(law.gamma()),
        estimate(law.alpha()),
        estimate(law.beta()),
        law.peak().orElse(null),
        text);
  }

  private static SweepResult.Estimate estimate(ScalabilityLaw.Band band) {
    return new SweepResult.Estimate(band.value(), band.low(), band.high());
  }

  /**
   * Returns the knee, if only the load varies, so that the points form one latency-throughput
   * curve.
   */
  private static Optional<KneeResult> knee(List<String> settings, List<Row> rows, long seed) {
    boolean isCurve =
        settings.size() == 1 && List.of("rate", "workers").contains(settings.getFirst());
    return isCurve ? Knee.of(SweepCurve.of(rows), seed) : Optional.empty();
  }

  /** The points of a curve. */
  static final class SweepCurve {
    private SweepCurve() {}

    static List<CurvePoint> of(List<Row> rows) {
      List<CurvePoint> curve = new ArrayList<>();
      for (Row row : rows) {
        Range throughput = row.figures().throughputPerSecond();
        Latency latency = row.figures().latencyNanos();
        boolean failed =
            row.repetitions().missed().stream().anyMatch(each -> each.contains("errors"));
        if (throughput != null && latency != null && !failed) {
          curve.add(new CurvePoint(throughput.median(), throughput.median(), latency));
        }
      }
      return curve;
    }
  }
}

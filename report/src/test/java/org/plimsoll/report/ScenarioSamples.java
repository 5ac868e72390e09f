package org.plimsoll.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Interval.LoadInterval;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Rates;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Severity;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Spread;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.ScenarioSummary;
import org.plimsoll.result.Validity;

/** Synthetic runs with scenarios, a probe and iterations. */
public final class ScenarioSamples {
  private ScenarioSamples() {}

  public static Summary scenarios(RunStart start, Latency response, Latency service) {
    Map<String, ScenarioSummary> scenarios = new LinkedHashMap<>();
    scenarios.put(
        "checkout",
        scenario(
            new Summary.LoadInfo("open", 800.0, null),
            new Accounting(
                22_400, new Accounting.Answered(22_390, 0), new Accounting.Errors(2, 5, 3, 0), 0),
            Map.of(
                "all", SampleRun.operation(22_390, Map.of(), response, service),
                "read", SampleRun.operation(20_000, Map.of(), response, service),
                "update", SampleRun.operation(2_390, Map.of(), response, service))));
    scenarios.put(
        "search",
        scenario(
            new Summary.LoadInfo("closed", null, 4),
            new Accounting(5_600, new Accounting.Answered(5_600, 0), Accounting.Errors.NONE, 0),
            Map.of(
                "all", SampleRun.operation(5_600, Map.of(), null, service),
                "scan", SampleRun.operation(5_600, Map.of(), null, service))));
    Latency few = SampleRun.missing(List.of(), List.of("p95", "p99", "p999", "p9999"));
    ScenarioSummary probe =
        new ScenarioSummary(
            Validity.SUSPECT,
            List.of(
                new Summary.Finding(
                    FindingCode.GENERATOR_LATE, Severity.SUSPECT, "The generator was late.")),
            new Summary.LoadFigures(
                new Summary.LoadInfo("open", 10.0, null),
                new Accounting(280, new Accounting.Answered(280, 0), Accounting.Errors.NONE, 0),
                new Rates(10.0, 10, 10.0, 1000.0),
                Summary.Elsewhere.NONE,
                Map.of(
                    "all", SampleRun.operation(280, Map.of(), few, few),
                    "read", SampleRun.operation(280, Map.of(), few, few)),
                SampleRun.nothing(),
                Map.of()));
    return with(
        SampleRun.summary(
            start,
            new Summary.LoadInfo("mixed", null, 4),
            SampleRun.verdict(Validity.VALID, SloOutcome.NONE),
            new Accounting(
                28_000, new Accounting.Answered(27_990, 0), new Accounting.Errors(2, 5, 3, 0), 0),
            Map.of(
                "all",
                SampleRun.operation(
                    27_990, Map.of("timeout", 5L, "not-sent", 3L, "reset", 2L), null, service))),
        scenarios,
        probe,
        List.of());
  }

  private static ScenarioSummary scenario(
      Summary.LoadInfo load,
      Accounting accounting,
      Map<String, Summary.OperationSummary> operations) {
    return new ScenarioSummary(
        Validity.VALID,
        List.of(),
        new Summary.LoadFigures(
            load,
            accounting,
            SampleRun.rates(
                accounting.scheduled() / 28.0, accounting.answered().succeeded() / 28.0),
            Summary.Elsewhere.NONE,
            operations,
            SampleRun.nothing(),
            Map.of()));
  }

  public static Summary iterations(RunStart start, Latency response, Latency service) {
    List<Summary.Iteration> iterations = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      iterations.add(
          new Summary.Iteration(
              10 * SampleRun.SECOND,
              i == 1 ? Validity.SUSPECT : Validity.VALID,
              List.of(),
              new Accounting(
                  9_333 + i, new Accounting.Answered(9_333 + i, 0), Accounting.Errors.NONE, 0),
              933.3 + i,
              response,
              service,
              List.of()));
    }
    return with(
        SampleRun.summary(
            start,
            new Summary.LoadInfo("open", 1000.0, null),
            SampleRun.verdict(Validity.SUSPECT, SloOutcome.NONE),
            new Accounting(28_000, new Accounting.Answered(28_000, 0), Accounting.Errors.NONE, 0),
            Map.of("read", SampleRun.operation(28_000, Map.of(), response, service))),
        Map.of(),
        null,
        iterations);
  }

  private static Summary with(
      Summary of,
      Map<String, ScenarioSummary> scenarios,
      @Nullable ScenarioSummary probe,
      List<Summary.Iteration> iterations) {
    Map<String, Spread> spread = new LinkedHashMap<>();
    if (!iterations.isEmpty()) {
      spread.put("throughputPerSecond", new Spread(3, 933.3, 934.3, 935.3, 0.00107));
      spread.put("mean", new Spread(3, 1e6, 1.1e6, 1.3e6, 0.139));
      spread.put("p99", new Spread(1, 14.2e6, 14.2e6, 14.2e6, null));
    }
    return new Summary(
        of.schema(),
        of.run(),
        of.elapsedNanos(),
        of.verdict(),
        of.figures(),
        of.driver(),
        of.generator(),
        new Summary.Details(scenarios, probe, iterations, spread, null, null));
  }

  /** Plays seconds with half of the operations in each of two scenarios, and a probe. */
  public static void play(RunListener listener, int seconds) {
    SampleRun sample = new SampleRun(7, 2_000);
    for (int second = 0; second < seconds; second++) {
      Map<String, Histogram> tags = new TreeMap<>(sample.histograms(second));
      Interval whole = sample.interval(second, Phase.MEASURE, tags, 0);
      Histogram some = tags.getOrDefault("read/response", new Histogram(3));
      for (String name : List.of("checkout", "search", "probe")) {
        tags.put(name + "/all/response", some);
        tags.put(name + "/read/response", some);
      }
      LoadInterval part =
          new LoadInterval(
              500,
              new Rates(500.0, 500, 500.0, null),
              3,
              0,
              new Accounting(500, new Accounting.Answered(500, 0), Accounting.Errors.NONE, 0),
              Map.of(),
              whole.figures().operations());
      listener.interval(
          new Interval(
              whole.window(),
              whole.figures(),
              whole.dispatchLagNanos(),
              whole.health(),
              Map.of("checkout", part, "search", part),
              part),
          tags);
    }
  }
}

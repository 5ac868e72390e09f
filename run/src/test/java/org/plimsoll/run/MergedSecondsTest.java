package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Summary;
import org.plimsoll.run.MergedRuns.Alone;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.MergedSeconds;
import org.plimsoll.run.second.SecondCodec;

/** Tests reports of several generators, whose seconds are those of runs in virtual time. */
class MergedSecondsTest {
  private static final long SECOND = 1_000_000_000;

  private final MergedRuns runs =
      new MergedRuns(
          "sim:?service=exponential(20ms)&error-rate=0.02",
          Map.of("rate", "300", "for", "6s", "warmup", "1500ms", "mix", "read=3,update=1"));

  private List<Alone> generators(int count) throws Exception {
    List<Alone> generators = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      generators.add(runs.alone(i));
    }
    return generators;
  }

  @Test
  void theReportOfOneGeneratorIsThatOfTheRun() throws Exception {
    Alone alone = runs.alone(0);
    try (MergedRuns.Report report = runs.new Report()) {
      Summary summary = all(report, List.of(alone));

      assertThat(summary.figures()).isEqualTo(alone.summary().figures());
      assertThat(summary.elapsedNanos()).isEqualTo(alone.summary().elapsedNanos());
      assertThat(summary.verdict()).isEqualTo(alone.summary().verdict());
      assertThat(figures(report.heard.intervals)).isEqualTo(figures(alone.heard().intervals));
      assertThat(report.heard.histograms).isEqualTo(alone.heard().histograms);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10})
  void theReportOfSeveralGeneratorsIsTheirSum(int count) throws Exception {
    List<Alone> generators = generators(count);
    try (MergedRuns.Report report = runs.new Report()) {
      Summary summary = all(report, generators);

      assertThat(summary.accounting()).isEqualTo(sum(generators));
      assertThat(summary.all().counts().answered())
          .isEqualTo(
              generators.stream()
                  .mapToLong(each -> each.summary().all().counts().answered())
                  .sum());
      Totals totals = measured(generators);
      assertThat(VirtualRuns.known(summary.all().responseNanos()).percentiles())
          .isEqualTo(Latencies.of(totals.response(), totals.censored(), SECOND).percentiles());
      assertThat(VirtualRuns.known(summary.figures().load().targetPerSecond()))
          .isEqualTo(300.0 * count);
      assertIntervalsAreSums(report.heard, generators);
    }
  }

  private static void assertIntervalsAreSums(MergedRuns.Heard heard, List<Alone> generators) {
    for (int i = 0; i < 7; i++) {
      Map<String, Histogram> sums = new TreeMap<>();
      long inFlight = 0;
      double target = 0;
      Accounting accounting = null;
      for (Alone each : generators) {
        each.heard()
            .histograms
            .get(i)
            .forEach((tag, its) -> sums.computeIfAbsent(tag, _ -> new Histogram(3)).add(its));
        Interval.LoadInterval figures = each.heard().intervals.get(i).figures();
        inFlight += figures.inFlight();
        target += figures.targetPerSecond();
        accounting =
            accounting == null ? figures.accounting() : accounting.plus(figures.accounting());
      }
      Interval interval = heard.intervals.get(i);
      assertThat(heard.histograms.get(i)).isEqualTo(sums);
      assertThat(interval.figures().accounting()).isEqualTo(accounting);
      assertThat(interval.figures().inFlight()).isEqualTo(inFlight);
      assertThat(interval.figures().targetPerSecond()).isEqualTo(target);
      assertThat(VirtualRuns.known(interval.figures().operations().get("all")).responseNanos())
          .isEqualTo(Latencies.ofInterval(VirtualRuns.known(sums.get("all/response"))));
    }
  }

  @Test
  void aSecondThatComesLateIsAddedToTheTotalsAndToldAsAnAddition() throws Exception {
    List<Alone> generators = generators(3);
    List<GeneratorSecond> late = new ArrayList<>();
    try (MergedRuns.Report onTime = runs.new Report();
        MergedRuns.Report report = runs.new Report()) {
      Summary expected = all(onTime, generators);
      List<List<GeneratorSecond>> bySecond = MergedRuns.bySecond(generators);
      for (int i = 0; i < bySecond.size(); i++) {
        for (GeneratorSecond second : bySecond.get(i)) {
          if (second.generator() == 1 && (i == 3 || i == 4)) {
            late.add(second);
          } else {
            report.reporter.add(second);
          }
        }
        report.second((i + 1) * SECOND);
        if (i == 5) {
          late.forEach(report.reporter::add);
        }
      }
      Summary summary = report.end(bySecond.size() * SECOND);

      assertThat(late).hasSize(2);
      // The confidence intervals are of batches in time, so what comes late is not in them.
      assertThat(summary.accounting()).isEqualTo(expected.accounting());
      assertThat(VirtualRuns.known(summary.all().responseNanos()).percentiles())
          .isEqualTo(VirtualRuns.known(expected.all().responseNanos()).percentiles());
      assertThat(report.heard.additions)
          .extracting(each -> each.window().atNanos())
          .containsExactly(4 * SECOND, 5 * SECOND);
      assertThat(report.heard.additions).allMatch(each -> each.window().adds());
      List<Interval> told = new ArrayList<>(report.heard.intervals);
      told.addAll(report.heard.additions);
      assertThat(scheduled(told)).isEqualTo(scheduled(onTime.heard.intervals));
    }
  }

  @Test
  void aSecondThatComesTwiceCountsOnce() throws Exception {
    List<Alone> generators = generators(2);
    try (MergedRuns.Report once = runs.new Report();
        MergedRuns.Report report = runs.new Report()) {
      Summary expected = all(once, generators);
      List<GeneratorSecond> all = new ArrayList<>();
      List<List<GeneratorSecond>> bySecond = MergedRuns.bySecond(generators);
      for (int i = 0; i < bySecond.size(); i++) {
        all.addAll(bySecond.get(i));
        for (GeneratorSecond second : all) {
          report.reporter.add(SecondCodec.decode(SecondCodec.encode(second)));
        }
        report.second((i + 1) * SECOND);
      }
      Summary summary = report.end(bySecond.size() * SECOND);

      assertThat(summary.figures()).isEqualTo(expected.figures());
      assertThat(report.heard.additions).isEmpty();
      assertThat(report.heard.histograms).isEqualTo(once.heard.histograms);
    }
  }

  @Test
  void aLostGeneratorIsAFindingWithWhatIsMissing() throws Exception {
    Summary summary = withLoss(4, 0, 6 * SECOND);

    assertThat(summary.verdict().has(FindingCode.ACCOUNTING_DISAGREES)).isFalse();
    assertThat(summary.accounting().unfinished()).isPositive();
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(lossIn(summary))
        .startsWith("Generator 2 was lost: 2.0 s of its measurement are missing");
  }

  @Test
  void allIsMissingOfAGeneratorThatWasLostBeforeItReportedAnything() throws Exception {
    assertThat(lossIn(withLoss(0, 0, 6 * SECOND)))
        .startsWith("Generator 2 was lost: 4.5 s of its measurement are missing (20.0 %");
  }

  @Test
  void onlyThatIsMissingForWhichALostGeneratorHadAPart() throws Exception {
    assertThat(lossIn(withLoss(0, 5 * SECOND, 6 * SECOND)))
        .startsWith("Generator 2 was lost: 1.0 s of its measurement are missing");
  }

  /** The answers of the last operations take 3 s. */
  @Test
  void theDrainOfTheOthersIsNoTimeThatIsMissing() throws Exception {
    MergedRuns slow =
        new MergedRuns(
            "sim:?service=constant(3s)", Map.of("rate", "20", "warmup", "0", "for", "4s"));
    try (MergedRuns.Report report = slow.new Report()) {
      slow.alone(0).seconds().forEach(report.reporter::add);
      slow.alone(1).seconds().stream()
          .filter(each -> each.window().atNanos() <= 3 * SECOND)
          .forEach(report.reporter::add);
      report.second(8 * SECOND);
      report.reporter.lost(1, 0, RunReport.NOT_TAKEN_OVER);

      assertThat(lossIn(report.end(8 * SECOND)))
          .startsWith("Generator 1 was lost: 1.0 s of its measurement are missing");
    }
  }

  /** The second of two measurements begins 3 s after the first has ended. */
  @Test
  void theTimeBetweenIterationsIsNotMissing() throws Exception {
    MergedRuns repeated =
        new MergedRuns(
            "sim:?service=constant(1ms)",
            Map.of("rate", "100", "warmup", "3s", "for", "4s", "iterations", "2"));
    try (MergedRuns.Report report = repeated.new Report()) {
      List<GeneratorSecond> whole = repeated.alone(0).seconds();
      long endNanos = whole.getLast().window().atNanos();
      whole.forEach(report.reporter::add);
      repeated.alone(1).seconds().stream()
          .filter(each -> each.window().atNanos() <= endNanos - SECOND)
          .forEach(report.reporter::add);
      report.second(endNanos);
      report.reporter.lost(1, 0, RunReport.NOT_TAKEN_OVER);

      assertThat(lossIn(report.end(endNanos)))
          .startsWith("Generator 1 was lost: 1.0 s of its measurement are missing");
    }
  }

  @Test
  void whatNobodyTookOverIsMissingUntilTheEndOfTheMeasurement() throws Exception {
    int all = MergedRuns.bySecond(generators(1)).size();
    Summary whole = withLoss(all, 0, RunReport.NOT_TAKEN_OVER);
    Summary half = withLoss(4, 0, RunReport.NOT_TAKEN_OVER);

    assertThat(lossIn(whole))
        .startsWith("Generator 2 was lost: 0.0 s of its measurement are missing (0.0 %");
    assertThat(lossIn(half))
        .startsWith("Generator 2 was lost: 3.5 s of its measurement are missing (14.6 %");
  }

  /** Four generators, of which the third has reported its first seconds only. */
  private Summary withLoss(int reported, long partFromNanos, long untilNanos) throws Exception {
    try (MergedRuns.Report report = runs.new Report()) {
      List<List<GeneratorSecond>> bySecond = MergedRuns.bySecond(generators(4));
      for (int i = 0; i < bySecond.size(); i++) {
        for (GeneratorSecond second : bySecond.get(i)) {
          if (second.generator() != 2 || i < reported) {
            report.reporter.add(second);
          }
        }
        report.second((i + 1) * SECOND);
      }
      report.reporter.lost(2, partFromNanos, untilNanos);
      return report.end(bySecond.size() * SECOND);
    }
  }

  private static String lossIn(Summary summary) {
    return summary.verdict().findings().stream()
        .filter(each -> each.code() == FindingCode.GENERATOR_LOST)
        .findFirst()
        .orElseThrow()
        .text();
  }

  @Test
  void operationsThatNobodySentAfterALossAreInItsFinding() throws Exception {
    MergedRuns limited =
        new MergedRuns(
            "sim:?service=constant(1ms)", Map.of("rate", "1000", "warmup", "0", "ops", "4000"));
    Alone alone = limited.alone(0);
    try (MergedRuns.Report report = limited.new Report()) {
      alone.seconds().stream()
          .filter(each -> each.window().atNanos() <= 3 * SECOND)
          .forEach(report.reporter::add);
      report.second(3 * SECOND);
      report.reporter.lost(0, 0, 4 * SECOND);
      Summary summary = report.end(4 * SECOND);

      assertThat(
              summary.verdict().findings().stream()
                  .filter(each -> each.code() == FindingCode.GENERATOR_LOST)
                  .map(Summary.Finding::text)
                  .toList())
          .singleElement()
          .asString()
          .endsWith(" 1,000 of the 4,000 operations were sent by no generator.");
    }
  }

  @Test
  void whatWasAddedUpOnTheWayIsReportedAsTheSecondsOfAllGenerators() throws Exception {
    List<Alone> generators = generators(8);
    try (MergedRuns.Report whole = runs.new Report();
        MergedRuns.Report report = runs.new Report()) {
      Summary expected = all(whole, generators);
      List<List<GeneratorSecond>> thin = new ArrayList<>();
      for (List<GeneratorSecond> each : MergedRuns.bySecond(generators)) {
        MergedSeconds merged = new MergedSeconds();
        for (GeneratorSecond second : each) {
          merged.add(SecondCodec.encode(second), 0);
        }
        thin.add(SecondCodec.decodeAll(SecondCodec.encode(merged.seconds())));
      }
      Summary summary = told(report, thin);

      assertThat(report.heard.histograms).isEqualTo(whole.heard.histograms);
      assertThat(report.heard.intervals).isEqualTo(whole.heard.intervals);
      assertThat(summary.figures()).isEqualTo(expected.figures());
      assertThat(summary.verdict()).isEqualTo(expected.verdict());
    }
  }

  private static Summary all(MergedRuns.Report report, List<Alone> generators) {
    return told(report, MergedRuns.bySecond(generators));
  }

  private static Summary told(MergedRuns.Report report, List<List<GeneratorSecond>> bySecond) {
    long endNanos = 0;
    for (int i = 0; i < bySecond.size(); i++) {
      bySecond.get(i).forEach(report.reporter::add);
      endNanos =
          bySecond.get(i).stream().mapToLong(each -> each.window().atNanos()).max().orElseThrow();
      if (i < bySecond.size() - 1) {
        report.second((i + 1) * SECOND);
      }
    }
    return report.end(endNanos);
  }

  private static Accounting sum(List<Alone> generators) {
    return generators.stream()
        .map(each -> each.summary().accounting())
        .reduce(Accounting::plus)
        .orElseThrow();
  }

  private static long scheduled(List<Interval> intervals) {
    return intervals.stream().mapToLong(each -> each.figures().accounting().scheduled()).sum();
  }

  private static List<Interval.LoadInterval> figures(List<Interval> intervals) {
    return intervals.stream().map(Interval::figures).toList();
  }

  /** The totals of the measurement, from each second of each generator. */
  private static Totals measured(List<Alone> generators) {
    Map<OperationType, Totals> sums = new LinkedHashMap<>();
    for (Alone generator : generators) {
      for (GeneratorSecond second : generator.seconds()) {
        second
            .scenarios()
            .values()
            .forEach(each ->
                each.totals()
                    .getOrDefault(new Stage(Phase.MEASURE, 1), Map.of())
                    .forEach(
                        (type, more) -> sums.computeIfAbsent(type, _ -> new Totals()).add(more)));
      }
    }
    return PhaseRecorder.sum(sums);
  }
}

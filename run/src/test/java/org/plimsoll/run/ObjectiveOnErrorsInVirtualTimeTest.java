package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.analysis.tune.SweepResults;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.page.SweepPage;
import org.plimsoll.report.page.TunePage;
import org.plimsoll.report.terminal.Screen;
import org.plimsoll.report.terminal.SummaryTable;
import org.plimsoll.report.terminal.SweepTable;
import org.plimsoll.report.terminal.TuneTable;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.LineKind;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.SloResult;
import org.plimsoll.result.SweepResult;
import org.plimsoll.result.SweepResult.Row;
import org.plimsoll.result.TrialOutcome;
import org.plimsoll.result.TuneResult;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.SweepPlan;
import org.plimsoll.settings.SweepPlan.Visit;
import org.plimsoll.settings.SweepSpec;
import org.plimsoll.settings.SweepTexts;
import org.plimsoll.settings.TuneResolver;

/** Tests that errors fail a trial, an iteration and a point unless an objective allows them. */
final class ObjectiveOnErrorsInVirtualTimeTest extends VirtualRuns {
  private static final Drivers DRIVERS = Drivers.of(new SimDriver());
  private static final Screen SCREEN = new Screen(80, false);

  @Test
  void aSearchDoesNotPassATargetThatMostlyFails() throws Exception {
    TuneResult result = search("sim:?error-rate=0.95", "p99<50ms");
    assertThat(result.outcome().line().kind()).isEqualTo(LineKind.NONE);
    assertThat(result.outcome().slo()).isEqualTo(SloOutcome.FAILED);
    assertThat(result.trials())
        .isNotEmpty()
        .allSatisfy(trial -> {
          assertThat(trial.decision().outcome()).isEqualTo(TrialOutcome.FAILED);
          assertThat(trial.decision().objective()).isEqualTo("errors<1%");
          assertThat(trial.decision().errorShare()).isGreaterThan(0.4);
        });
  }

  @Test
  void aSearchShowsItsErrorsTheDefaultObjectiveAndMarksFewSuccesses() throws Exception {
    TuneResult result = search("sim:?error-rate=0.5", "p50<50ms");
    assertThat(result.search().objectives()).containsExactly("p50<50ms", "errors<1%");
    assertThat(result.search().defaults()).containsExactly("errors<1%");
    assertThat(TuneTable.of(result, null, SCREEN))
        .contains("highest rate with p50<50ms, errors<1% (default), by search")
        .contains("errors")
        .containsPattern("[45][0-9.]* %")
        .containsPattern("[0-9] [nµm]?s[*]")
        .contains("* means: more than 10 % of the operations failed, and have no latency.");
    assertThat(TuneTable.of(result, null, SCREEN).lines()).allMatch(line -> line.length() <= 80);
    assertThat(TunePage.of(result, Map.of()))
        .contains("errors&lt;1% (default)")
        .contains("<th>errors");
    assertThat(ResultJson.text(result)).contains("\"defaults\"").contains("\"errorShare\"");
  }

  @Test
  void anObjectiveOnErrorsReplacesTheDefault() throws Exception {
    TuneResult result = search("sim:?error-rate=0.3", "p99<50ms,errors<50%");
    assertThat(result.search().objectives()).containsExactly("p99<50ms", "errors<50%");
    assertThat(result.search().defaults()).isEmpty();
    assertThat(result.outcome().line().kind()).isEqualTo(LineKind.CAP);
  }

  @Test
  void withoutErrorsTheDefaultMakesNoTrialLonger() throws Exception {
    TuneResult result = search("sim:?service=constant(1ms)", "p50<50ms");
    assertThat(result.outcome().line().kind()).isEqualTo(LineKind.CAP);
    assertThat(result.trials())
        .allSatisfy(trial -> assertThat(trial.decision().objective()).isEqualTo("p50<50ms"));
  }

  @Test
  void anIterationWithErrorsFailsTheRunEvenIfTheOthersHideThem() throws Exception {
    // The store stalls in the second of 20 iterations only.
    Summary summary =
        run(
            "sim:?service=constant(1ms)&stall-after=1100ms&stall-for=100ms",
            Map.of(
                "rate", "1000", "for", "1s", "warmup", "0", "iterations", "20", "timeout", "20ms"),
            run -> {});
    assertThat(summary.verdict().objectives())
        .extracting(SloResult::text)
        .containsExactly("errors<1% (default)");
    assertThat(summary.verdict().objectives().getFirst().result()).isEqualTo(SloOutcome.PASSED);
    assertThat(summary.details().iterations().get(1).objectives().getFirst().result())
        .isEqualTo(SloOutcome.FAILED);
    assertThat(summary.verdict().slo()).isEqualTo(SloOutcome.FAILED);
    assertThat(summary.verdict().findings())
        .filteredOn(finding -> finding.code() == FindingCode.ITERATION_FAILED)
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.text()).isEqualTo("1 of 20 iterations missed errors<1%: 2."));
    assertThat(SummaryTable.of(summary, null, SCREEN)).contains("2 failed").contains("errors");
    assertThat(SummaryTable.of(summary, null, SCREEN).lines())
        .allMatch(line -> line.length() <= 80);
  }

  @Test
  void aSinglePlainRunHasNoObjectiveThatNobodyGave() throws Exception {
    Summary summary =
        run("sim:?error-rate=0.2", Map.of("rate", "1000", "for", "1s", "warmup", "0"), run -> {});
    assertThat(summary.verdict().slo()).isEqualTo(SloOutcome.NONE);
    assertThat(SummaryTable.of(summary, null, SCREEN))
        .containsPattern("[0-9.]+ % errors {2}\\[few successes]")
        .contains("[few successes] means: more than 10 % of the operations failed");
  }

  @Test
  void aPointWithErrorsFailsHasNoCostAndIsNoPartOfTheLaw() throws Exception {
    SweepResult result = sweep("set.error-rate=0,0.5", "workers=1,2,4");
    for (Row row : result.rows()) {
      boolean fails = "0.5".equals(row.point().get("set.error-rate"));
      assertThat(row.repetitions().failed()).isEqualTo(fails);
      assertThat(row.figures().errorShare()).isCloseTo(fails ? 0.5 : 0, within(0.1));
      assertThat(row.figures().costPerMillion() == null).isEqualTo(fails);
      assertThat(row.repetitions().missed())
          .isEqualTo(fails ? List.of("errors<1% (default)") : List.of());
    }
    assertThat(result.scalability())
        .allSatisfy(law -> assertThat(law.at()).containsEntry("set.error-rate", "0"));
    String table = SweepTable.of(result, null, SCREEN);
    assertThat(table)
        .contains("errors")
        .contains("! failed: missed errors<1% (default)")
        .contains("* means: more than 10 %");
    assertThat(table.lines()).allMatch(line -> line.length() <= 80);
    assertThat(SweepPage.of(result)).contains("failed: missed errors&lt;1% (default)");
  }

  private static SweepResult sweep(String... grid) throws Exception {
    RunRequest base =
        RunRequest.of("sim:?server-time=constant(1ms)", Map.of("for", "2s", "warmup", "0"));
    SweepSpec texts = SweepSpec.of(new SweepTexts(Map.of("grid", List.of(grid), "repeat", "1")));
    SweepPlan plan = SweepPlan.of(base, texts, 3, DRIVERS);
    List<SweepResults.Outcome> outcomes = new ArrayList<>();
    for (Visit visit : plan.visits()) {
      Summary summary =
          Run.prepare(visit.run().spec(), DRIVERS, List.of(), new VirtualClock()).execute();
      outcomes.add(
          new SweepResults.Outcome(plan.points().get(visit.point() - 1), summary, "", null));
    }
    return SweepResults.of(
        "errors", "sim:", "now", 3, plan.points(), outcomes, new SweepResults.Prices(3.6, 0));
  }

  private static TuneResult search(String target, String slo) throws Exception {
    RunRequest request =
        RunRequest.of(
            target,
            Map.of("slo", slo, "rate", "500", "max-rate", "2k", "trial", "1s", "seed", "7"));
    Search search =
        Search.prepare(
            TuneResolver.resolve(request, DRIVERS), DRIVERS, List.of(), new VirtualClock());
    search.run().execute();
    return search.result(true);
  }
}

package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.analysis.tune.ServerFigures;
import org.plimsoll.analysis.tune.StudyResults;
import org.plimsoll.analysis.tune.StudyRun;
import org.plimsoll.analysis.tune.StudyRun.Costs;
import org.plimsoll.analysis.tune.SweepResults;
import org.plimsoll.analysis.tune.SweepResults.Outcome;
import org.plimsoll.analysis.tune.SweepResults.Prices;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.page.SweepPage;
import org.plimsoll.report.terminal.Screen;
import org.plimsoll.report.terminal.StudyTable;
import org.plimsoll.report.terminal.SweepTable;
import org.plimsoll.result.Summary;
import org.plimsoll.result.SweepResult;
import org.plimsoll.result.SweepResult.Row;
import org.plimsoll.result.SweepResult.Study;
import org.plimsoll.result.SweepResult.Value;
import org.plimsoll.settings.ResolvedRun;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.SweepPlan;
import org.plimsoll.settings.SweepPlan.Visit;
import org.plimsoll.settings.SweepSpec;
import org.plimsoll.settings.SweepTexts;

/** Tests a grid of runs with known throughput: n workers keep min(n, 4) of 4 servers busy. */
final class SweepInVirtualTimeTest {
  private static final Drivers DRIVERS = Drivers.of(new SimDriver());
  private static final RunRequest BASE =
      RunRequest.of(
          "sim:?server-time=exponential(1ms)&servers=4", Map.of("for", "4s", "warmup", "1s"));

  private static SweepPlan plan(int repetitions, String... grid) {
    return plan(Map.of("grid", List.of(grid), "repeat", String.valueOf(repetitions)));
  }

  private static SweepPlan plan(Map<String, Object> sweep) {
    return SweepPlan.of(BASE, SweepSpec.of(new SweepTexts(sweep)), 9, DRIVERS);
  }

  @Test
  void eachRepetitionVisitsEveryPointOnceInItsOwnOrder() {
    SweepPlan plan = plan(3, "workers=1,2,3,4,5,6,7,8");
    List<List<Integer>> orders = new ArrayList<>();
    for (int repetition = 1; repetition <= 3; repetition++) {
      int now = repetition;
      List<Visit> round =
          plan.visits().stream().filter(visit -> visit.repetition() == now).toList();
      orders.add(round.stream().map(Visit::point).toList());
      assertThat(round)
          .extracting(visit -> visit.run().spec().identity().seed())
          .containsOnly(8L + now);
    }
    assertThat(orders)
        .doesNotHaveDuplicates()
        .allSatisfy(order -> assertThat(order).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8));
    assertThat(plan(3, "workers=1,2,3,4,5,6,7,8").visits())
        .extracting(Visit::folder)
        .isEqualTo(plan.visits().stream().map(Visit::folder).toList());
  }

  @Test
  void anInvalidPointIsRefusedBeforeAnyLoad() {
    assertThatThrownBy(() -> plan(1, "workers=4,many"))
        .hasMessageContaining("at the grid point {workers=many}: workers: must be");
    assertThatThrownBy(() -> plan(1, "set.serves=4")).hasMessageContaining("serves");
  }

  @Test
  void rowsHaveTheThroughputOfTheQueueTheLawAndTheCost() throws Exception {
    SweepPlan plan = plan(2, "workers=1,2,3,4,8,16,32");
    SweepResult result = result(plan, new Prices(3.6, 0));
    for (Row row : result.rows()) {
      double busy = Math.min(4, Double.parseDouble(row.point().get("workers")));
      double median = VirtualRuns.known(row.figures().throughputPerSecond()).median();
      assertThat(median).isCloseTo(1_000 * busy, within(60 * busy));
      assertThat(row.repetitions().runs()).isEqualTo(2);
      // 3.6 per hour is 0.001 per second.
      assertThat(VirtualRuns.known(row.figures().costPerMillion()))
          .isCloseTo(0.001 * 1e6 / median, within(1e-6));
    }
    assertThat(result.scalability()).hasSize(1);
    assertThat(result.scalability().getFirst().alpha().value()).isBetween(0.1, 0.4);
    assertThat(result.knee()).isNotNull();
    for (int columns : new int[] {60, 80}) {
      assertThat(SweepTable.of(result, null, new Screen(columns, false)).lines())
          .allMatch(line -> line.length() <= columns);
    }
    assertThat(SweepPage.of(result)).contains("Throughput over workers").doesNotContain("NaN");
  }

  @Test
  void theGivenOrderIsThatOfTheGridAndGroupedRunsFollowEachOther() {
    Map<String, Object> sweep = Map.of("grid", List.of("workers=4,2"), "repeat", "2");
    assertThat(plan(with(sweep, "order", "given")).visits())
        .extracting(Visit::folder)
        .containsExactly(
            "point-001-run-1", "point-002-run-1", "point-001-run-2", "point-002-run-2");
    assertThat(plan(with(sweep, "order", "grouped")).visits())
        .extracting(Visit::folder)
        .containsExactly(
            "point-001-run-1", "point-001-run-2", "point-002-run-1", "point-002-run-2");
    assertThatThrownBy(() -> plan(with(sweep, "order", "sorted")))
        .hasMessage("order: must be one of random, given, grouped, was 'sorted'");
  }

  @Test
  void targetsNodesAndScenariosAreAxesAndOtherSettingsFollowFromThem() {
    RunRequest scenarios =
        BASE.withScenarios("readers/workers=1", "readers/mix=read=1", "writers/workers=1");
    SweepSpec sweep =
        SweepSpec.of(
            new SweepTexts(
                Map.of(
                    "grid",
                    List.of("nodes=1,3", "target=sim:?servers=2"),
                    "at",
                    Map.of(
                        "readers/workers",
                        "{32*nodes}",
                        "writers/workers",
                        "{8 * nodes}",
                        "name",
                        "of-{nodes}-{run}"))));
    assertThat(SweepPlan.of(scenarios, sweep, 9, DRIVERS).visits())
        .allSatisfy(visit -> assertThat(visit.run().spec().target().uri()).contains("servers=2"))
        .extracting(visit -> visit.run().spec().identity().name(), SweepInVirtualTimeTest::workers)
        .containsExactlyInAnyOrder(
            tuple("of-1-1", List.of("32", "8")), tuple("of-3-1", List.of("96", "24")));
  }

  private static List<String> workers(Visit visit) {
    return visit.run().values().stream()
        .filter(value -> value.name().endsWith("s/workers"))
        .map(ResolvedRun.Value::text)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{node*2} | must be a formula such as 32*nodes, was 'node*2', did you mean 'nodes'?",
        "{nodes*} | must be a formula such as 32*nodes, was 'nodes*'",
        "{nodes/0} | must be a formula such as 32*nodes, was 'nodes/0'",
        "{(nodes} | must be a formula",
      })
  void aFormulaThatIsNoneIsRefusedBeforeAnyLoad(String formula, String sentence) {
    Map<String, Object> sweep =
        Map.of("grid", List.of("nodes=1,2"), "at", Map.of("workers", formula));
    assertThatThrownBy(() -> plan(sweep))
        .hasMessageContaining("sweep.at.workers: ")
        .hasMessageContaining(sentence);
    assertThatThrownBy(() -> plan(Map.of("grid", List.of("nodes=1"), "clients", formula)))
        .hasMessageContaining("clients: ");
  }

  @Test
  void aStudyHasItsFiguresPerNodeItsCostsAndItsLine() throws Exception {
    Map<String, Object> sweep =
        Map.of(
            "grid",
            List.of("set.servers=1,2,4"),
            "at",
            Map.of("workers", "{8*set.servers}"),
            "nodes",
            "set.servers",
            "repeat",
            "3");
    SweepPlan plan = plan(sweep);
    List<StudyRun> runs = new ArrayList<>();
    List<Outcome> outcomes = outcomes(plan);
    for (Outcome outcome : outcomes) {
      double nodes = Double.parseDouble(outcome.point().get("set.servers"));
      runs.add(
          new StudyRun(
              outcome.point(),
              VirtualRuns.known(outcome.summary()),
              nodes,
              ServerFigures.NONE,
              new Costs(nodes * 0.68, nodes / 4 * 2, 0.5, 0, 2)));
    }
    SweepResult result =
        StudyResults.of(
            result(plan, outcomes, new Prices(0, 0)),
            runs,
            List.of("throughput-per-node", "linear-share", "mean", "read.p95", "cost-of-test"),
            Set.of(),
            List.of("Simulated."));
    for (Row row : result.rows()) {
      double nodes = Double.parseDouble(row.point().get("set.servers"));
      assertThat(value(row, "throughput-per-node").mean()).isCloseTo(1_000, within(60.0));
      assertThat(value(row, "linear-share").mean()).isCloseTo(1, within(0.1));
      // Little's law: 8 workers for each server of 1,000/s.
      assertThat(value(row, "mean").median()).isCloseTo(8e6, within(0.6e6));
      assertThat(value(row, "mean").low()).isLessThan(value(row, "mean").high());
      assertThat(value(row, "cost-of-test").mean())
          .isCloseTo(2 * (nodes * 0.68 + nodes / 2 + 0.5), within(1e-9));
      assertThat(value(row, "read.p95").mean()).isGreaterThan(value(row, "mean").mean());
    }
    Study study = VirtualRuns.known(result.study());
    assertThat(study.confidence()).isEqualTo(0.75);
    for (int columns : new int[] {60, 80}) {
      assertThat(StudyTable.of(result, study, null, new Screen(columns, false)).lines())
          .allMatch(line -> line.length() <= columns)
          .anyMatch(line -> line.contains("Mean of 3 runs"))
          .anyMatch(line -> line.contains("Median of 3 runs"));
    }
    assertThat(SweepPage.of(result))
        .contains("Throughput over set.servers", "linear", "Cost over throughput", "Simulated.")
        .doesNotContain("NaN");
    assertThat(ResultJson.mapper().readValue(ResultJson.text(result), SweepResult.class))
        .isEqualTo(result);
  }

  private static Value value(Row row, String column) {
    return VirtualRuns.known(row.values().get(column));
  }

  private static Map<String, Object> with(Map<String, Object> sweep, String name, String value) {
    Map<String, Object> more = new HashMap<>(sweep);
    more.put(name, value);
    return more;
  }

  @Test
  void aPointThatFailedIsARowWithItsReason() throws Exception {
    SweepPlan plan = plan(1, "workers=1,2");
    List<Outcome> outcomes = outcomes(plan);
    outcomes.set(0, new Outcome(outcomes.get(0).point(), null, "connection refused", null));
    SweepResult result = result(plan, outcomes, new Prices(0, 0));
    assertThat(result.rows().stream().filter(row -> row.repetitions().runs() == 0))
        .singleElement()
        .satisfies(
            row -> assertThat(row.repetitions().failures()).containsExactly("connection refused"));
    assertThat(SweepTable.of(result, null, Screen.PLAIN)).contains("failed", "connection refused");
  }

  private static SweepResult result(SweepPlan plan, Prices prices) throws Exception {
    return result(plan, outcomes(plan), prices);
  }

  private static SweepResult result(SweepPlan plan, List<Outcome> outcomes, Prices prices) {
    return SweepResults.of(
        "run", "sim:", "2026-11-21T10:00:00Z", 9, plan.points(), outcomes, prices);
  }

  private static List<Outcome> outcomes(SweepPlan plan) throws Exception {
    List<Outcome> outcomes = new ArrayList<>();
    for (Visit visit : plan.visits()) {
      Summary summary =
          Run.prepare(visit.run().spec(), DRIVERS, List.of(), new VirtualClock()).execute();
      outcomes.add(new Outcome(plan.points().get(visit.point() - 1), summary, "", visit.folder()));
    }
    return outcomes;
  }
}

package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.analysis.tune.SweepResults;
import org.plimsoll.analysis.tune.SweepResults.Outcome;
import org.plimsoll.analysis.tune.SweepResults.Prices;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.report.page.SweepPage;
import org.plimsoll.report.terminal.Screen;
import org.plimsoll.report.terminal.SweepTable;
import org.plimsoll.result.Summary;
import org.plimsoll.result.SweepResult;
import org.plimsoll.result.SweepResult.Row;
import org.plimsoll.settings.Grid;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.SweepPlan;
import org.plimsoll.settings.SweepPlan.Visit;

/** Tests a grid of runs with known throughput: n workers keep min(n, 4) of 4 servers busy. */
final class SweepInVirtualTimeTest {
  private static final Drivers DRIVERS = Drivers.of(new SimDriver());
  private static final RunRequest BASE =
      RunRequest.of(
          "sim:?server-time=exponential(1ms)&servers=4", Map.of("for", "4s", "warmup", "1s"));

  private static SweepPlan plan(int repetitions, String... grid) {
    return SweepPlan.of(BASE, Grid.parse(List.of(grid)), repetitions, 9, DRIVERS);
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
        .hasMessageContaining("at the grid's {workers=many}: workers: must be");
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

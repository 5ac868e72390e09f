package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval.LoadInterval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.ScenarioSummary;
import org.plimsoll.result.Validity;
import org.plimsoll.settings.RunRequest;

/** Tests several scenarios in one run. */
class ScenariosInVirtualTimeTest extends VirtualRuns {
  private static final Map<String, String> TEN_SECONDS =
      Map.of("for", "10s", "warmup", "1s", "seed", "7");

  /**
   * Reads among the first keys, and among keys far above, so that the target can distinguish them.
   */
  private static final List<String> CHECKOUT =
      List.of("checkout/rate=1k", "checkout/mix=read=50,update=50", "checkout/value-bytes=300");

  private static final List<String> SEARCH =
      List.of("search/rate=300", "search/mix=read=2,scan=1", "search/first-key=1000000000");

  @Test
  void eachScenarioIsAccountedForAndTheCountsAddUp() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(target, request("sim:?service=exponential(1ms)", CHECKOUT, SEARCH), run -> {});

    assertThat(summary.details().scenarios()).containsOnlyKeys("checkout", "search");
    ScenarioSummary checkout = of(summary, "checkout");
    ScenarioSummary search = of(summary, "search");
    assertThat(checkout.figures().accounting().answered().succeeded()).isEqualTo(10_000);
    assertThat(search.figures().accounting().answered().succeeded()).isEqualTo(3_000);
    assertSumsAgree(summary);
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(13_000);
    assertThat(summary.figures().load()).isEqualTo(new Summary.LoadInfo("open", 1_300.0, null));
    assertThat(checkout.figures().operations()).containsOnlyKeys("all", "read", "update");
    assertThat(search.figures().operations()).containsOnlyKeys("all", "read", "scan");
    assertThat(known(summary.figures().operations().get("read")).counts().answered())
        .isEqualTo(count(checkout, "read") + count(search, "read"));
    // The warm-up adds one second of each.
    assertThat(target.count()).isEqualTo(13_000 + 1_300);
    assertThat(summary.verdict().validity()).isEqualTo(Validity.VALID);
  }

  @Test
  void aPercentileOfAllScenariosComesFromMergedSamples() throws Exception {
    Summary summary =
        run(
            WatchedDriver.withSlowUpdates(100),
            request(
                "sim:?service=constant(1ms)",
                List.of("fast/rate=990", "fast/mix=read=1"),
                List.of("slow/rate=10", "slow/mix=update=1")),
            run -> {});

    assertThat(known(of(summary, "fast").figures().all().responseNanos()).percentiles().p99())
        .isLessThan(1_002_000L);
    assertThat(known(of(summary, "slow").figures().all().responseNanos()).percentiles().p50())
        .isGreaterThan(99_000_000L);
    // One in a hundred is slow; an average of the two would be 50 ms.
    assertThat(response(summary).percentiles().p95()).isLessThan(1_002_000L);
    assertThat(response(summary).percentiles().p999()).isGreaterThan(99_000_000L);
  }

  @Test
  void eachScenarioSendsTheSameOperationsAsAlone() throws Exception {
    List<WatchedDriver.Sent> checkout = sent(CHECKOUT);
    List<WatchedDriver.Sent> search = sent(SEARCH);
    List<WatchedDriver.Sent> both = sent(CHECKOUT, SEARCH);

    assertThat(checkout).hasSize(11_000).doesNotHaveDuplicates();
    assertThat(search).hasSize(3_300);
    assertThat(both.stream().filter(each -> each.key() < 1_000_000_000))
        .containsExactlyElementsOf(checkout);
    assertThat(both.stream().filter(each -> each.key() >= 1_000_000_000))
        .containsExactlyElementsOf(search);
  }

  @Test
  void scenariosWithEqualSettingsSendDifferentOperations() throws Exception {
    List<WatchedDriver.Sent> both = sent(List.of("a/rate=1k"), List.of("b/rate=1k"));

    // Each sends two operations at once.
    assertThat(both.stream().map(WatchedDriver.Sent::row).filter(row -> row != 0))
        .doesNotHaveDuplicates();
  }

  @SafeVarargs
  private List<WatchedDriver.Sent> sent(List<String>... scenarios) throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    ScenariosInVirtualTimeTest fresh = new ScenariosInVirtualTimeTest();
    fresh.run(target, request("sim:?service=constant(1ms)", scenarios), run -> {});
    return target.sent();
  }

  @Test
  void openAndClosedScenariosRunTogether() throws Exception {
    Summary summary =
        run(
            new SimDriver(),
            request(
                "sim:?service=constant(10ms)",
                List.of("open/rate=100"),
                List.of("closed/workers=5")),
            run -> {});

    assertThat(summary.figures().load()).isEqualTo(new Summary.LoadInfo("mixed", null, 5));
    assertThat(of(summary, "open").figures().accounting().answered().succeeded()).isEqualTo(1_000);
    assertThat(of(summary, "closed").figures().accounting().answered().succeeded())
        .isEqualTo(5_000);
    assertThat(of(summary, "open").figures().all().responseNanos()).isNotNull();
    assertThat(of(summary, "closed").figures().all().responseNanos()).isNull();
    // Some operations had no intended start, so there is no response time for all.
    assertThat(summary.all().responseNanos()).isNull();
    assertThat(intervals())
        .allSatisfy(interval -> {
          assertThat(known(interval.figures().operations().get("all")).responseNanos().count())
              .isZero();
          assertThat(interval.figures().targetPerSecond()).isZero();
          assertThat(known(interval.scenarios().get("open")).targetPerSecond()).isEqualTo(100);
        });
    assertSumsAgree(summary);
  }

  @Test
  void eachScenarioHasItsOwnInFlightBound() throws Exception {
    Summary summary =
        run(
            WatchedDriver.withSlowUpdates(900),
            request(
                "sim:?service=constant(1ms)",
                List.of("slow/rate=100", "slow/mix=update=1", "slow/max-in-flight=10"),
                List.of("fast/rate=100", "fast/mix=read=1", "fast/max-in-flight=1")),
            run -> {});

    assertThat(of(summary, "slow").figures().accounting().errors().notSent()).isPositive();
    assertThat(of(summary, "fast").figures().accounting().answered().succeeded()).isEqualTo(1_000);
    assertThat(known(of(summary, "fast").figures().all().responseNanos()).max())
        .isLessThan(1_002_000L);
    assertThat(of(summary, "fast").validity()).isEqualTo(Validity.VALID);
    assertThat(summary.verdict().findings())
        .anySatisfy(finding -> {
          assertThat(finding.code()).isEqualTo(FindingCode.LOAD_NOT_OPEN);
          assertThat(finding.text()).startsWith("slow: ");
        });
    assertSumsAgree(summary);
  }

  @Test
  void aLiveChangeOfOneScenarioDoesNotAffectTheOther() throws Exception {
    WatchedDriver changed = WatchedDriver.counting();
    Summary summary =
        run(
            changed,
            request("sim:?service=constant(1ms)", CHECKOUT, SEARCH),
            run ->
                at(6_000, () -> run.change("search", rate(run.parameters("search"), 900), "test")));

    assertThat(seconds("search").subList(6, 10)).containsOnly(900L);
    assertThat(seconds("checkout")).containsOnly(1_000L);
    assertThat(of(summary, "search").figures().accounting().scheduled())
        .isEqualTo(5 * 300 + 5 * 900);
    assertThat(changed.sent().stream().filter(each -> each.key() < 1_000_000_000))
        .containsExactlyElementsOf(sent(CHECKOUT));
    assertSumsAgree(summary);
  }

  @Test
  void aChangeMustNameTheScenario() throws Exception {
    Summary summary =
        run(
            new SimDriver(),
            request("sim:", CHECKOUT, SEARCH),
            run -> {
              assertThat(run.scenarios()).containsExactly("checkout", "search");
              assertThatThrownBy(() -> run.change(run.parameters(), "test"))
                  .isInstanceOf(InvalidSpecException.class)
                  .hasMessageContaining("checkout, search");
              assertThatThrownBy(() -> run.change("chekout", run.parameters(), "test"))
                  .hasMessageContaining("did you mean 'checkout'");
            });

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(13_000);
  }

  @Test
  void theNumberOfOperationsCountsAllScenarios() throws Exception {
    RunRequest request =
        RunRequest.of("sim:?service=constant(1ms)", Map.of("ops", "5000", "warmup", "0"))
            .withScenarios("a/rate=1k", "b/rate=1", "c/workers=2");
    Summary summary = run(new SimDriver(), request, run -> {});

    assertThat(summary.accounting().scheduled()).isEqualTo(5_000);
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(5_000);
    assertSumsAgree(summary);
    // At 3,001 operations per second; the run does not wait for the slow lane's next arrival.
    assertThat(summary.elapsedNanos()).isLessThan(1_700_000_000L);
    assertThat(intervals().getLast().window().atNanos()).isLessThan(1_800_000_000L);
  }

  @Test
  void stoppingAndAbortingLeaveNothingUnaccounted() throws Exception {
    for (Consumer<Run> end : List.<Consumer<Run>>of(Run::stop, Run::abort)) {
      Summary summary =
          new ScenariosInVirtualTimeTest()
              .endedAt(4_000, end, request("sim:?service=constant(500ms)", CHECKOUT, SEARCH));
      assertThat(summary.accounting().scheduled()).isBetween(3_890L, 3_910L);
      assertSumsAgree(summary);
    }
  }

  private Summary endedAt(long millis, Consumer<Run> end, RunRequest request) throws Exception {
    return run(new SimDriver(), request, run -> at(millis, () -> end.accept(run)));
  }

  @Test
  void insertsOfAllScenariosHaveDifferentKeys() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    run(
        target,
        request(
            "sim:",
            List.of("a/rate=100", "a/mix=insert=1", "a/keys=50"),
            List.of("b/workers=1", "b/mix=insert=1", "b/keys=200", "b/rate=70", "b/model=paced")),
        run -> {});

    assertThat(target.count()).isEqualTo(1_870);
    assertThat(target.insertedKeys()).hasSize(1_870).allMatch(key -> key >= 200);
  }

  @Test
  void objectivesCanReferToOneScenario() throws Exception {
    RunRequest request =
        request(
            "sim:?service=constant(2ms)",
            List.of("a/rate=100", "a/mix=read=1"),
            List.of("b/rate=50", "b/mix=read=1,update=1"));
    Map<String, String> values =
        Map.of(
            "slo",
            "b/read.p50<3ms,b/p50<1ms,a/throughput>99,throughput>149,b/errors<0.1%",
            "warmup",
            "0");
    Summary summary =
        run(new SimDriver(), request.overriddenBy(RunRequest.of(null, values)), run -> {});

    assertThat(summary.verdict().objectives())
        .extracting(Summary.SloResult::result)
        .containsExactly(
            SloOutcome.PASSED,
            SloOutcome.FAILED,
            SloOutcome.PASSED,
            SloOutcome.PASSED,
            SloOutcome.PASSED);
    assertThat(summary.verdict().slo()).isEqualTo(SloOutcome.FAILED);
  }

  @SafeVarargs
  private static RunRequest request(String target, List<String>... scenarios) {
    List<String> all = new ArrayList<>();
    for (List<String> scenario : scenarios) {
      all.addAll(scenario);
    }
    return RunRequest.of(target, TEN_SECONDS).withScenarios(all.toArray(String[]::new));
  }

  private List<Long> seconds(String scenario) {
    return intervals().stream()
        .filter(interval -> interval.window().phase() != Phase.DRAIN)
        .map(interval -> known(interval.scenarios().get(scenario)))
        .map(LoadInterval::accounting)
        .map(Accounting::scheduled)
        .filter(scheduled -> scheduled > 0)
        .toList();
  }

  private static void assertSumsAgree(Summary summary) {
    Collection<ScenarioSummary> parts = summary.details().scenarios().values();
    List<ToLongFunction<Accounting>> counts =
        List.of(
            Accounting::scheduled,
            each -> each.answered().succeeded(),
            each -> each.answered().notFound(),
            each -> each.errors().failed(),
            each -> each.errors().timedOut(),
            each -> each.errors().notSent(),
            each -> each.errors().shed(),
            Accounting::unfinished);
    for (ToLongFunction<Accounting> count : counts) {
      assertThat(
              parts.stream()
                  .mapToLong(part -> count.applyAsLong(part.figures().accounting()))
                  .sum())
          .isEqualTo(count.applyAsLong(summary.accounting()));
    }
    assertThat(parts)
        .allMatch(
            part -> part.figures().accounting().ended() == part.figures().accounting().scheduled());
  }

  private static ScenarioSummary of(Summary summary, String scenario) {
    return known(summary.details().scenarios().get(scenario));
  }

  private static long count(ScenarioSummary scenario, String operation) {
    return known(scenario.figures().operations().get(operation)).counts().answered();
  }

  private static Parameters rate(Parameters old, double ratePerSecond) {
    Parameters.Lane lane = old.lanes().getFirst();
    return old.withLanes(
        List.of(new Parameters.Lane(lane.name(), lane.mix(), ratePerSecond, lane.workers())));
  }
}

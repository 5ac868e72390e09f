package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.analysis.tune.FindMax;
import org.plimsoll.analysis.tune.Pilot;
import org.plimsoll.analysis.tune.Rig;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.analysis.tune.TuneResults;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.LineKind;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TrialOutcome;
import org.plimsoll.result.TuneResult;
import org.plimsoll.result.Validity;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.TuneResolver;

/** Tests searches with the whole engine in virtual time, whose results are known from formulas. */
final class FindMaxInVirtualTimeTest {
  private static final String MM1 = "sim:?server-time=exponential(50us)";

  private final List<Double> loads = new ArrayList<>();
  private final List<Integer> outstanding = new ArrayList<>();

  /** P(T > t) = exp(−(µ − λ)t), so that the p99 is t at λ = µ − ln(100)/t. */
  private static double truth(double mu, double seconds) {
    return mu - Math.log(100) / seconds;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void theMaximumOfAQueueIsFoundWithin3Percent(int seed) throws Exception {
    TuneResult result =
        search(
            MM1, "p99<1ms", "seed", "" + seed, "rate", "8k", "trial", "1s", "longest-trial", "8s");
    double truth = truth(20_000, 0.001);
    assertThat(result.outcome().line().kind()).isEqualTo(LineKind.FOUND);
    assertThat(result.outcome().line().load()).isCloseTo(truth, within(0.03 * truth));
    assertThat(result.outcome().slo()).isEqualTo(SloOutcome.PASSED);
  }

  @Test
  void eachTrialStartsWithAnEmptyQueueAndTheCapIsKept() throws Exception {
    TuneResult result =
        search(MM1, "p99<1ms", "max-rate", "18k", "trial", "500ms", "longest-trial", "2s");
    assertThat(outstanding).hasSizeGreaterThan(5).containsOnly(0);
    assertThat(loads).allMatch(load -> load <= 18_000);
    assertThat(result.trials())
        .anyMatch(trial -> trial.decision().outcome() == TrialOutcome.FAILED)
        .anyMatch(trial -> trial.decision().outcome() == TrialOutcome.PASSED);
  }

  @Test
  void aCapBelowTheMaximumIsReachedAndNotExceeded() throws Exception {
    TuneResult result =
        search(MM1, "p99<1ms", "max-rate", "5k", "trial", "500ms", "longest-trial", "2s");
    assertThat(result.outcome().line().kind()).isEqualTo(LineKind.CAP);
    assertThat(result.outcome().line().load()).isEqualTo(5_000);
    assertThat(result.outcome().line().high()).isNull();
    assertThat(loads.stream().mapToDouble(load -> load).max().orElse(0)).isEqualTo(5_000);
    assertThat(result.outcome().line().text()).startsWith("at least 5,000/s");
  }

  @Test
  void theHardestOfSeveralObjectivesDecides() throws Exception {
    TuneResult result =
        search(
            "sim:?max-throughput=1000&error-rate=0.02",
            "p99<1s,errors<0.5%",
            "trial",
            "1s",
            "longest-trial",
            "2s");
    assertThat(result.outcome().line().kind()).isEqualTo(LineKind.NONE);
    assertThat(result.outcome().slo()).isEqualTo(SloOutcome.FAILED);
    assertThat(result.trials())
        .allMatch(trial -> trial.decision().objective().equals("errors<0.5%"));
  }

  @Test
  void countersOfADriverCanBeObjectives() throws Exception {
    String target = "sim:?staleness=constant(1s)";
    TuneResult few = search(target, "driver.stale-reads<1", "keys", "1", "max-rate", "1k");
    assertThat(few.outcome().line().load()).isLessThan(10);
    TuneResult other =
        search(target, "driver.forgotten-rows<1", "max-rate", "1k", "longest-trial", "2s");
    assertThat(other.outcome().line().kind()).isEqualTo(LineKind.CAP);
  }

  @Test
  void aTargetThatFallsBehindHasFailedWhateverTheObjective() throws Exception {
    TuneResult result =
        search(
            "sim:?max-throughput=1000",
            "errors<1%",
            "arrivals",
            "constant",
            "timeout",
            "1h",
            "max-backlog",
            "1m");
    assertThat(result.outcome().line().load()).isBetween(960.0, 1_050.0);
    assertThat(result.trials())
        .anyMatch(trial -> trial.decision().reason().startsWith("the target falls behind"));
  }

  @Test
  void theSummaryOfTheRunIsThatOfTheMaximum() throws Exception {
    TuneResult result =
        search(MM1, "p99<1ms", "max-rate", "5k", "trial", "500ms", "longest-trial", "2s");
    Summary summary = known(lastSummary);
    assertThat(summary.figures().throughputPerSecond()).isCloseTo(5_000, within(250.0));
    assertThat(summary.verdict().validity()).isEqualTo(Validity.VALID);
    Accounting accounting = summary.accounting();
    assertThat(accounting.scheduled()).isEqualTo(accounting.ended());
    assertThat(result.curve()).isNotEmpty();
  }

  @Test
  void aRampEndsNearTheMaximumAndBacksOff() throws Exception {
    TuneResult result =
        search(
            "sim:?max-throughput=1000",
            "p99<50ms",
            "method",
            "ramp",
            "rate",
            "100",
            "arrivals",
            "constant");
    assertThat(result.outcome().line().load()).isBetween(950.0, 1_060.0);
    assertThat(loads).anyMatch(load -> load > 1_060);
  }

  @Test
  void aTrackerStaysNearTheMaximum() throws Exception {
    TuneResult result =
        search(
            "sim:?max-throughput=1000",
            "p99<50ms",
            "method",
            "track",
            "arrivals",
            "constant",
            "rate",
            "600",
            "for",
            "5m");
    assertThat(result.outcome().line().kind()).isEqualTo(LineKind.BAND);
    assertThat(result.outcome().line().low()).isBetween(800.0, 1_010.0);
    assertThat(known(result.outcome().line().high())).isBetween(900.0, 1_060.0);
  }

  @Test
  void theInFlightBoundIsNeverExceeded() throws Exception {
    TuneResult bounded =
        search(
            "sim:?service=constant(100ms)",
            "p99<150ms",
            "max-in-flight",
            "20",
            "rate",
            "50",
            "arrivals",
            "constant",
            "trial",
            "500ms");
    // Twenty operations at a time, 0.1 s each.
    assertThat(bounded.outcome().line().load()).isBetween(150.0, 210.0);
  }

  /**
   * With n workers and no think time, a call takes n service times (Erlang). The server is never
   * idle.
   */
  @Test
  void aClosedSearchPassesAQueueThatIsAlwaysFull() throws Exception {
    TuneResult result =
        search(MM1, "p99<1ms", "closed", "true", "trial", "500ms", "longest-trial", "4s");
    int workers = 1;
    while (erlangP99(workers + 1) < 0.001) {
      workers++;
    }
    assertThat(result.outcome().line().load()).isEqualTo(workers);
    assertThat(known(result.outcome().line().throughputPerSecond()))
        .isCloseTo(20_000, within(400.0));
    assertThat(result.outcome().line().throughputPerSecond())
        .isGreaterThan(1.25 * truth(20_000, 0.001));
  }

  private static double erlangP99(int calls) {
    return GammaDistribution.of(calls, 50e-6).inverseCumulativeProbability(0.99);
  }

  private @Nullable Summary lastSummary;

  private TuneResult search(String target, String slo, String... settings) throws Exception {
    loads.clear();
    outstanding.clear();
    Map<String, String> values = new LinkedHashMap<>();
    values.put("slo", slo);
    values.put("seed", "7");
    values.put("warmup", "100ms");
    values.put("value-bytes", "10");
    values.put("arrivals", "poisson");
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    if (values.containsKey("closed")) {
      values.remove("arrivals");
    }
    Drivers drivers = Drivers.of(new SimDriver());
    TuneResolver.ResolvedTune resolved =
        TuneResolver.resolve(RunRequest.of(target, values), drivers);
    List<Trial> heard = new ArrayList<>();
    FindMax search =
        new FindMax(resolved.tune(), resolved.run().spec().checks().slos(), heard::add);
    Pilot watched =
        new Pilot() {
          @Override
          public void begin(Rig rig) {
            search.begin(new WatchedRig(rig));
          }

          @Override
          public void tried(Rig rig, Trial trial) {
            search.tried(new WatchedRig(rig), trial);
          }

          @Override
          public int inFlightMax() {
            return search.inFlightMax();
          }
        };
    Summary summary =
        Run.piloted(resolved.run().spec(), drivers, List.of(), new VirtualClock(), watched)
            .execute();
    lastSummary = summary;
    List<Integer> numbers = heard.stream().map(Trial::number).toList();
    int kept = search.trials().size();
    assertThat(numbers.subList(numbers.size() - kept, numbers.size()))
        .isEqualTo(search.trials().stream().map(Trial::number).toList());
    return TuneResults.of(
        summary.run(), resolved.tune(), resolved.run().spec().checks().slos(), search, true);
  }

  private static <T> T known(@Nullable T value) {
    return VirtualRuns.known(value);
  }

  /** Records each load, and the number of operations in flight at the end of the one before. */
  private final class WatchedRig implements Rig {
    private final Rig rig;

    WatchedRig(Rig rig) {
      this.rig = rig;
    }

    @Override
    public long nowNanos() {
      return rig.nowNanos();
    }

    @Override
    public void at(long nanos, Runnable action) {
      rig.at(nanos, action);
    }

    @Override
    public void begin(Step step, Watcher watcher) {
      loads.add(step.level());
      rig.begin(step, new Outstanding(watcher));
    }

    @Override
    public void leave() {
      rig.leave();
    }

    @Override
    public void event(String text) {
      rig.event(text);
    }

    @Override
    public void tried(Trial trial) {
      rig.tried(trial);
    }

    @Override
    public void nominate(Summary summary) {
      rig.nominate(summary);
    }

    @Override
    public void stop() {
      rig.stop();
    }
  }

  /** Records the number of operations in flight at the end of a step. */
  private final class Outstanding implements Rig.Watcher {
    private final Rig.Watcher watcher;

    Outstanding(Rig.Watcher watcher) {
      this.watcher = watcher;
    }

    @Override
    public void begun(long fromNanos, Rig.Reading reading) {
      watcher.begun(fromNanos, reading);
    }

    @Override
    public void part(Rig.Reading reading) {
      watcher.part(reading);
    }

    @Override
    public void left(long untilNanos, Rig.Reading reading) {
      watcher.left(untilNanos, reading);
    }

    @Override
    public void ended(Rig.Reading reading, @Nullable Summary summary) {
      outstanding.add(reading.outstanding());
      watcher.ended(reading, summary);
    }

    @Override
    public void lost() {
      watcher.lost();
    }
  }
}

package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.arrival.RateShape;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.LoadEstimate;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Tests rate shapes, from the text of a setting to the operations of each second. */
class RatesInVirtualTimeTest extends VirtualRuns {
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "700,constant",
        "700,poisson",
        "\"ramp(200, 2k, 8s)\",constant",
        "\"ramp(200, 2k, 8s)\",poisson",
        "\"ramp(1k, 0, 5s)\",constant",
        "\"steps(200, 300, 2k, 1500ms)\",poisson",
        "\"sine(1k, 1k, 4s)\",constant",
        "\"sine(1k, 800, 3s)\",poisson",
        "\"daily(100, 2k, 9s)\",poisson",
        "\"spike(300, 3k, 4s, 2s)\",constant",
        "\"spike(1k, 0, 2s, 3500ms)\",poisson",
        "\"spike(1k, 0, 2s, 3500ms)\",uniform(0.3)",
        "\"csv(FILE)\",poisson",
      })
  void eachSecondHasTheArrivalsOfTheShape(String rate, String arrivals) throws Exception {
    String text = rate.replace("FILE", curve().toString());
    Map<String, String> values = values(text, "10s");
    values.put("arrivals", arrivals);
    values.put("warmup", "2s");
    values.put("seed", "7");
    Summary summary = run("sim:", values, run -> {});

    RateShape shape = RateShape.of(rateOf(values));
    for (int second = 1; second <= 12; second++) {
      long from = (second - 3) * SECOND_NANOS;
      double expected = shape.expected(from, from + SECOND_NANOS);
      double error = arrivals.equals("poisson") ? 4 * Math.sqrt(expected) + 1 : 1.5;
      assertThat((double) scheduledIn(second))
          .as("arrivals of second %d", second)
          .isCloseTo(expected, within(error + (arrivals.startsWith("uniform") ? 20 : 0)));
      assertThat(intervals().get(second - 1).figures().targetPerSecond())
          .isCloseTo(shape.perSecondAt(from + SECOND_NANOS), within(1e-6));
    }
    double mean = shape.expected(0, 10 * SECOND_NANOS) / 10;
    assertThat(known(summary.figures().load().targetPerSecond())).isCloseTo(mean, within(1e-6));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(summary.accounting().answered().succeeded())
        .isEqualTo(summary.accounting().scheduled());
  }

  @Test
  void aPacedLoadFollowsAShapeToo() throws Exception {
    Map<String, String> values = values("ramp(0, 2k, 10s)", "10s");
    values.put("model", "paced");
    values.put("workers", "50");
    Summary summary = run("sim:?service=constant(1ms)", values, run -> {});

    assertThat(summary.accounting().scheduled()).isCloseTo(10_000, within(1L));
    assertThat(scheduledIn(1)).isCloseTo(100, within(1L));
    assertThat(scheduledIn(10)).isCloseTo(1_900, within(1L));
  }

  @Test
  void eachOperationFollowsItsOwnShape() throws Exception {
    Map<String, String> values = values("read=ramp(0, 2k, 10s), update=500", "10s");
    Summary summary = run("sim:", values, run -> {});

    assertThat(known(summary.figures().operations().get("read")).counts().answered())
        .isCloseTo(10_000, within(1L));
    assertThat(known(summary.figures().operations().get("update")).counts().answered())
        .isEqualTo(5_000);
    assertThat(known(summary.figures().load().targetPerSecond())).isCloseTo(1_500, within(1e-6));
  }

  @Test
  void aLiveChangeInTheMiddleOfAShapeStartsTheNewShapeThere() throws Exception {
    Summary summary =
        run(
            "sim:",
            values("ramp(0, 2k, 10s)", "15s"),
            run -> {
              at(5_000, () -> change(run, new RateSpec.Ramp(100, 500, 4 * SECOND_NANOS)));
              at(7_000, () -> run.change(withTimeout(run.parameters()), "test"));
              at(11_000, () -> change(run, new RateSpec.Constant(1_000)));
            });

    long[] expected = {100, 300, 500, 700, 900, 150, 250, 350, 450, 500, 500};
    for (int i = 0; i < expected.length; i++) {
      assertThat(scheduledIn(i + 1)).as("second %d", i + 1).isCloseTo(expected[i], within(1L));
    }
    for (int second = 12; second <= 15; second++) {
      assertThat(scheduledIn(second)).isCloseTo(1_000, within(1L));
    }
    double mean = (2_500 + 1_200 + 1_000 + 4_000) / 15.0;
    assertThat(known(summary.figures().load().targetPerSecond())).isCloseTo(mean, within(1e-6));
  }

  @Test
  void aShapeSetDuringTheWarmUpStartsWithTheMeasurement() throws Exception {
    Map<String, String> values = values("100", "4s");
    values.put("warmup", "2s");
    run("sim:", values, run -> at(1_000, () -> change(run, ramp(300, 700, 4))));

    assertThat(scheduledIn(1)).isEqualTo(100);
    assertThat(scheduledIn(2)).isCloseTo(300, within(1L));
    assertThat(scheduledIn(3)).isCloseTo(350, within(1L));
    assertThat(scheduledIn(6)).isCloseTo(650, within(1L));
  }

  @Test
  void aLoadAtRateZeroEndsOnTime() throws Exception {
    Summary summary = run("sim:", values("ramp(1k, 0, 2s)", "5s"), run -> {});

    assertThat(summary.accounting().scheduled()).isEqualTo(1_000);
    assertThat(summary.elapsedNanos()).isEqualTo(5 * SECOND_NANOS);
  }

  @Test
  void aLoadAtRateZeroCanBeStopped() throws Exception {
    Map<String, String> values = values("spike(100, 0, 1s, 10h)", "10s");
    values.remove("for");
    values.put("forever", "true");
    Summary summary = run("sim:", values, run -> at(3_000, run::stop));

    assertThat(summary.accounting().scheduled()).isEqualTo(100);
    assertThat(summary.elapsedNanos()).isEqualTo(3 * SECOND_NANOS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uniform(1)",
        "gamma(0.5)",
        "lognormal(1)",
        "pareto(2.5)",
        "hyperexponential(4)",
        "markov(10, 500, 100)"
      })
  void everyProcessHasTheRequestedRate(String arrivals) throws Exception {
    Map<String, String> values = values("2k", "30s");
    values.put("arrivals", arrivals);
    values.put("seed", "3");
    Summary summary = run("sim:", values, run -> {});

    assertThat((double) summary.accounting().scheduled()).isCloseTo(60_000, within(4_000.0));
    assertThat(summary.accounting().answered().succeeded())
        .isEqualTo(summary.accounting().scheduled());
  }

  @Test
  void theSeedDecidesTheSchedule() throws Exception {
    Map<String, String> values = values("sine(1k, 800, 3s)", "5s");
    values.put("arrivals", "markov(10, 50, 10)");
    values.put("seed", "3");
    long first = run("sim:", values, run -> {}).accounting().scheduled();
    long again = run("sim:", values, run -> {}).accounting().scheduled();
    values.put("seed", "4");
    long other = run("sim:", values, run -> {}).accounting().scheduled();

    assertThat(again).isEqualTo(first).isNotEqualTo(other);
  }

  @Test
  void aTraceIsReplayedAtItsOwnRateFasterOrAtAGivenRate() throws Exception {
    Path trace = folder.resolve("trace.csv");
    StringBuilder lines = new StringBuilder("timestamp,path\n");
    for (int i = 0; i < 600; i++) {
      // Two operations at once, 100 times a second.
      lines.append(1_700_000_000L + i / 200).append('.');
      lines.append("%02d".formatted(i % 200 / 2)).append(",/a\n");
    }
    Files.writeString(trace, lines);
    Map<String, String> values = new LinkedHashMap<>(Map.of("for", "10s", "warmup", "0"));

    values.put("arrivals", "trace(" + trace + ")");
    Summary own = run("sim:", values, run -> {});
    assertThat(own.figures().load().model()).isEqualTo("open");
    assertThat(own.accounting().scheduled()).isCloseTo(2_000, within(6L));
    assertThat(estimate(values)).anyMatch(line -> line.contains("is repeated"));

    values.put("arrivals", "trace(" + trace + ", 3)");
    assertThat(run("sim:", values, run -> {}).accounting().scheduled())
        .isCloseTo(6_000, within(15L));

    values.put("rate", "500");
    assertThatThrownBy(() -> spec(values)).hasMessageContaining("rate: must be left out");
    values.put("arrivals", "trace(" + trace + ")");
    assertThat(run("sim:", values, run -> {}).accounting().scheduled())
        .isCloseTo(5_000, within(2L));
  }

  @Test
  void theInFlightBoundFollowsFromTheHighestRate() {
    Map<String, String> values = values("spike(100, 3k, 4s, 1s)", "10s");
    values.put("timeout", "2s");
    assertThat(spec(values).parameters().bound().maxInFlight()).isEqualTo(6_000);
  }

  @Test
  void theEstimateIncludesTheShape() {
    assertThat(estimate(values("ramp(0, 2k, 10s)", "20s")))
        .contains("operations: about 30k at 1.5k/s on average, at most 2k/s");
    Map<String, String> counted = values("ramp(0, 2k, 10s)", "20s");
    counted.remove("for");
    counted.put("ops", "30k");
    assertThat(estimate(counted)).anyMatch(line -> line.startsWith("time: 20s"));
    Map<String, String> heavy = values("1k", "10s");
    heavy.put("arrivals", "pareto(1.5)");
    assertThat(estimate(heavy)).anyMatch(line -> line.contains("no variance"));
  }

  private static void change(Run run, RateSpec rate) {
    Parameters.Lane lane = run.parameters().lanes().getFirst();
    run.change(
        run.parameters().withLanes(List.of(new Parameters.Lane(lane.name(), lane.mix(), rate, 0))),
        "test");
  }

  /** A change of a parameter other than the rate. */
  private static Parameters withTimeout(Parameters old) {
    return new Parameters(
        old.model(),
        old.lanes(),
        old.arrivals(),
        old.timeoutNanos() / 2,
        old.bound(),
        old.workload());
  }

  private static RateSpec ramp(double from, double to, int seconds) {
    return new RateSpec.Ramp(from, to, seconds * SECOND_NANOS);
  }

  private static Map<String, String> values(String rate, String length) {
    return new LinkedHashMap<>(Map.of("rate", rate, "for", length, "warmup", "0"));
  }

  private Path curve() throws IOException {
    return Files.writeString(
        folder.resolve("rates.csv"),
        """
        # of a Monday
        time, rate
        0, 0
        1.5, 0
        3s, 2k
        3s, 100
        8s, 100
        9s, 0
        """);
  }

  private static RunSpec spec(Map<String, String> values) {
    Drivers drivers = Drivers.of(new SimDriver());
    return RunResolver.resolve(RunRequest.of("sim:", values), drivers).spec();
  }

  private static List<String> estimate(Map<String, String> values) {
    return LoadEstimate.of(spec(values));
  }

  private static RateSpec rateOf(Map<String, String> values) {
    return spec(values).parameters().lanes().getFirst().rate();
  }
}

package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Validity;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Tests the generator's findings about itself in virtual time, where nothing disturbs it. */
class SelfCheckInVirtualTimeTest {
  private final Drivers drivers = Drivers.of(new SimDriver());

  @ParameterizedTest
  @CsvSource({
    "sim:?service=constant(10ms), constant, 10", // N = X R
    "sim:?service=exponential(20ms), poisson, 20",
    // Those that wait in an M/D/1 queue with utilization 0.8: 0.8² / (2 · 0.2)
    "sim:?max-throughput=1250, poisson, 1.6",
  })
  void callsInFlightAreThroughputTimesResponseTime(String target, String arrivals, double mean)
      throws Exception {
    Summary summary = run(target, Map.of("rate", "1000", "arrivals", arrivals, "for", "200s"));

    assertThat(summary.generator().inFlightMean()).isCloseTo(mean, within(0.1 * mean));
    double byTimes =
        summary.figures().throughputPerSecond() * Objects.requireNonNull(mean(summary)) / 1e9;
    assertThat(summary.generator().inFlightMean()).isCloseTo(byTimes, within(0.01 * mean));
    assertThat(summary.verdict().findings()).isEmpty();
    assertThat(summary.verdict().validity()).isEqualTo(Validity.VALID);
  }

  @ParameterizedTest
  @CsvSource({
    "sim:?service=constant(10ms)&error-rate=0.5, 5s",
    "sim:?service=constant(300ms)&stall-after=3s&stall-for=1s&stall-every=4s, 500ms",
    "sim:?service=constant(1h), 1s",
  })
  void failuresAndTimeoutsDoNotViolateLittlesLaw(String target, String timeout) throws Exception {
    Summary summary =
        run(target, Map.of("rate", "500", "timeout", timeout, "for", "20s", "max-in-flight", "99"));

    assertThat(summary.verdict().findings())
        .extracting(Finding::code)
        .doesNotContain(FindingCode.ACCOUNTING_DISAGREES);
  }

  @Test
  void theSameSeedGivesTheSameVerdictAndEvidence() throws Exception {
    Map<String, String> values =
        Map.of("rate", "2000", "arrivals", "poisson", "for", "30s", "seed", "7");
    String target = "sim:?max-throughput=2500&stall-after=9s&stall-for=1s";
    Summary one = run(target, values);
    Summary two = run(target, values);

    assertThat(two.verdict()).isEqualTo(one.verdict());
    assertThat(two.figures().operations()).isEqualTo(one.figures().operations());
    assertThat(two.figures().waitNanos()).isEqualTo(one.figures().waitNanos());
    assertThat(List.of(evidence(two))).isEqualTo(List.of(evidence(one)));
    assertThat(one.generator().scheduleAdherence()).isEqualTo(1);
  }

  @Test
  void waitsOfTheWarmUpAreNotCounted() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(1ms)&stall-after=500ms&stall-for=1s",
            Map.of("rate", "1000", "max-in-flight", "10", "warmup", "10s", "for", "10s"));

    assertThat(summary.verdict().findings()).isEmpty();
    assertThat(Objects.requireNonNull(summary.figures().waitNanos().get("bound")).max()).isNull();
  }

  private static Object evidence(Summary summary) {
    Summary.GeneratorSummary generator = summary.generator();
    return List.of(
        generator.cpuSeconds(),
        generator.pauses().count(),
        generator.pauses().totalNanos(),
        generator.pauses().longestNanos(),
        generator.stealShare(),
        generator.inFlightMean(),
        Objects.requireNonNull(generator.scheduleAdherence()));
  }

  private static Double mean(Summary summary) {
    return Objects.requireNonNull(Objects.requireNonNull(summary.all().responseNanos()).mean());
  }

  private Summary run(String target, Map<String, String> values) throws Exception {
    return Run.prepare(
            RunResolver.resolve(RunRequest.of(target, values), drivers).spec(),
            drivers,
            List.of(),
            new VirtualClock())
        .execute();
  }
}

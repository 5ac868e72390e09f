package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Tests when operations reach the target, with the whole engine in virtual time. */
@NullMarked
class DispatchTest {
  private static final double NANOS_PER_SECOND = 1e9;

  private final InstantDriver target = new InstantDriver();

  /**
   * The sum of Poisson processes is a Poisson process only if their random numbers are independent.
   */
  @ParameterizedTest
  @CsvSource({"1000, 1", "1000, 2", "'read=500,update=500', 1", "'read=900,update=100', 2"})
  void operationsReachTheTargetAsAPoissonProcess(String rate, String seed) throws Exception {
    run(Map.of("rate", rate, "arrivals", "poisson", "for", "20s", "warmup", "0", "seed", seed));

    List<Long> starts = target.startsNanos();
    double[] gaps = new double[starts.size() - 1];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = (starts.get(i + 1) - starts.get(i)) / NANOS_PER_SECOND * 1_000;
    }
    // 5 standard deviations of the count.
    assertThat(gaps).hasSizeBetween(20_000 - 707, 20_000 + 707);
    double pValue =
        KolmogorovSmirnovTest.withDefaults()
            .test(gaps, ExponentialDistribution.of(1)::cumulativeProbability)
            .getPValue();
    assertThat(pValue).isGreaterThan(1e-3);
  }

  @Test
  void constantArrivalsReachTheTargetAtTheirInstants() throws Exception {
    run(Map.of("rate", "50k", "for", "20s", "warmup", "0"));

    List<Long> starts = target.startsNanos();
    assertThat(starts).hasSize(1_000_000);
    for (int i = 0; i < starts.size(); i++) {
      if (starts.get(i) != 10_000 + i * 20_000L) {
        assertThat(starts.get(i)).as("operation %d", i).isEqualTo(10_000 + i * 20_000L);
      }
    }
  }

  private void run(Map<String, String> values) throws Exception {
    Drivers drivers = Drivers.of(target);
    RunSpec spec = RunResolver.resolve(RunRequest.of("instant:", values), drivers).spec();
    Summary summary = Run.prepare(spec, drivers, List.of(), new VirtualClock()).execute();
    assertThat(summary.accounting().scheduled()).isEqualTo(target.startsNanos().size());
  }
}

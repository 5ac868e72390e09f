package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.ObservationSpec;
import org.plimsoll.engine.telemetry.Telemetry;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Summary.Finding;

class ObservationsTest {
  private final DriverMeters meters = new DriverMeters();

  private Observations observations(Map<String, Double> telemetry) {
    return new Observations(
        meters,
        Telemetry.begin(
            new ObservationSpec(List.of(), List.of(), true, 1),
            List.of(),
            HostCheck.ANY,
            "store",
            () -> telemetry,
            new VirtualClock(),
            _ -> {}),
        new ChangeCounts());
  }

  @Test
  void aBoundThatIsMetIsAFinding() {
    Map<String, Double> many = new LinkedHashMap<>();
    for (int i = 0; i < 300; i++) {
      many.put("key_" + i + "_bytes", 1.0);
      meters.counter("key-" + i).add(1);
    }
    Observations observations = observations(many);
    Interval.Observed second = observations.take(Phase.MEASURE);

    assertThat(second.telemetry()).hasSizeLessThan(300);
    assertThat(second.counters()).hasSizeLessThan(300);
    assertThat(observations.finding().map(Finding::code)).contains(FindingCode.SERIES_LEFT_OUT);
    assertThat(observations.finding().map(Finding::text).orElseThrow())
        .contains("telemetry has more series", "the driver has more counters");
  }

  @Test
  void withFewSeriesThereIsNoFinding() {
    meters.counter("hits").add(2);
    Observations observations = observations(Map.of("used_bytes", 5.0));

    assertThat(observations.take(Phase.WARMUP))
        .isEqualTo(new Interval.Observed(Map.of("hits", 2L), Map.of("store.used_bytes", 5.0)));
    assertThat(observations.finding()).isEmpty();
  }
}

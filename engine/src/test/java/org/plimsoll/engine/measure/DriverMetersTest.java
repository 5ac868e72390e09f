package org.plimsoll.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.Phase;

class DriverMetersTest {
  private final DriverMeters meters = new DriverMeters();

  @Test
  void withoutAMeasurementEverythingCounts() {
    meters.counter("hits").add(3);
    meters.timing("wait").record(50);

    assertThat(meters.counts()).containsEntry("hits", 3L);
    assertThat(durations("wait").getTotalCount()).isEqualTo(1);
  }

  @Test
  void recordsFromBeforeTheMeasurementAreExcluded() {
    meters.counter("hits").add(3);
    meters.timing("wait").record(1_000_000);
    meters.begin();
    meters.counter("hits").add(4);
    meters.counter("misses").add(1);
    meters.timing("wait").record(50);

    assertThat(meters.counts()).containsEntry("hits", 4L).containsEntry("misses", 1L);
    assertThat(durations("wait").getTotalCount()).isEqualTo(1);
    assertThat(durations("wait").getMaxValue()).isEqualTo(50);
  }

  @Test
  void eachIntervalAndEachPhaseHasItsOwnCounts() {
    meters.counter("hits").add(3);
    assertThat(meters.take(Phase.WARMUP)).isEqualTo(Map.of("hits", 3L));
    meters.begin();
    meters.counter("hits").add(4);
    meters.counter("misses").add(1);
    assertThat(meters.take(Phase.MEASURE)).isEqualTo(Map.of("hits", 4L, "misses", 1L));
    assertThat(meters.take(Phase.MEASURE)).isEmpty();

    assertThat(meters.countsByPhase())
        .isEqualTo(
            Map.of(
                Phase.WARMUP, Map.of("hits", 3L), Phase.MEASURE, Map.of("hits", 4L, "misses", 1L)));
    assertThat(meters.counts()).containsEntry("hits", 4L);
  }

  @Test
  void countersAreBoundedAndNothingIsLost() {
    for (int i = 0; i < 1_000; i++) {
      meters.counter("key-" + i).add(1);
    }

    assertThat(meters.isCut()).isTrue();
    assertThat(meters.counts()).hasSizeLessThanOrEqualTo(DriverMeters.NAMES_MAX + 1);
    assertThat(meters.counts().values().stream().mapToLong(n -> n).sum()).isEqualTo(1_000);
  }

  private Histogram durations(String name) {
    return Objects.requireNonNull(meters.durations().get(name));
  }
}

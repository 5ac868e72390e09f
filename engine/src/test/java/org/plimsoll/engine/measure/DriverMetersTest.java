package org.plimsoll.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

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

  private Histogram durations(String name) {
    return Objects.requireNonNull(meters.durations().get(name));
  }
}

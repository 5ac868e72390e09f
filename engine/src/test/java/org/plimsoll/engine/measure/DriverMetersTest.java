package org.plimsoll.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class DriverMetersTest {
  private final DriverMeters meters = new DriverMeters();

  @Test
  void eachPeriodHasItsOwnCountsAndTimings() {
    meters.counter("hits").add(3);
    meters.timing("wait").record(1_000_000);
    DriverMeters.Taken first = meters.take();
    assertThat(first.counts()).isEqualTo(Map.of("hits", 3L));
    assertThat(wait(first).getTotalCount()).isEqualTo(1);

    meters.counter("hits").add(4);
    meters.counter("misses").add(1);
    meters.timing("wait").record(50);
    DriverMeters.Taken second = meters.take();
    assertThat(second.counts()).isEqualTo(Map.of("hits", 4L, "misses", 1L));
    assertThat(wait(second).getTotalCount()).isEqualTo(1);
    assertThat(wait(second).getMaxValue()).isEqualTo(50);

    assertThat(meters.take()).isEqualTo(new DriverMeters.Taken(Map.of(), Map.of(), false));
  }

  @Test
  void aNewCounterIsToldBeforeItCounts() {
    assertThat(meters.counter("hits")).isNotNull();
    assertThat(meters.timing("wait")).isNotNull();
    DriverMeters.Taken first = meters.take();

    assertThat(first.counts()).isEqualTo(Map.of("hits", 0L));
    assertThat(wait(first).getTotalCount()).isZero();
    assertThat(meters.take().counts()).isEmpty();
  }

  @Test
  void countersAreBoundedAndNothingIsLost() {
    for (int i = 0; i < 1_000; i++) {
      meters.counter("key-" + i).add(1);
    }
    DriverMeters.Taken taken = meters.take();

    assertThat(taken.isCut()).isTrue();
    assertThat(taken.counts()).hasSizeLessThanOrEqualTo(DriverMeters.NAMES_MAX + 1);
    assertThat(taken.counts().values().stream().mapToLong(n -> n).sum()).isEqualTo(1_000);
  }

  private static Histogram wait(DriverMeters.Taken taken) {
    return Objects.requireNonNull(taken.durations().get("wait"));
  }
}

package org.plimsoll.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CpuCountersTest {
  @Test
  void quotasOfBothCgroupVersionsAreRead() {
    assertThat(CpuCounters.throttledNanos(List.of("usage_usec 7", "throttled_usec 1500")))
        .isEqualTo(1_500_000);
    assertThat(CpuCounters.throttledNanos(List.of("nr_periods 3", "throttled_time 1500")))
        .isEqualTo(1500);
    assertThat(CpuCounters.throttledNanos(List.of("usage_usec 7"))).isZero();
  }

  @Test
  void cumulativeReadingsNeverDecrease() {
    CpuCounters counters = new CpuCounters();
    CpuCounters.Reading first = counters.read();
    CpuCounters.Reading second = counters.read();
    // Linux may count a wait for I/O as idle time later. It rounds both down, so that their sum may
    // lose a tick.
    assertThat(second.totalTicks()).isGreaterThanOrEqualTo(first.totalTicks() - 1);
    assertThat(first.idleTicks() + first.stealTicks()).isLessThanOrEqualTo(first.totalTicks());
  }
}

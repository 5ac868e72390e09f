package org.plimsoll.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObservedTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p99<20ms | 1.5e6 | 1.50 ms",
        "search/read.p999≤20ms | 1.5e6 | 1.50 ms",
        "driver.connect.p99<1ms | 2e6 | 2.00 ms",
        "errors<1% | 0.025 | 2.50 %",
        "stale-reads<0.1% | 0.5 | 50 %",
        "lost-writes<1 | 3 | 3",
        "driver.cache-hit-ratio>0.5 | 0.642 | 64.2 %",
        "driver.cache-hits>500 | 15215 | 15,215",
        "read.throughput>9.5k | 12000 | 12,000/s",
        "redis.used_memory_bytes<10m | 1140000 | 1.14 MB",
        "sim.queue_seconds<1s | 0.25 | 250 ms",
        "cassandra.pending_compactions<10 | 7 | 7.00",
      })
  void isInTheUnitOfWhatTheObjectiveBounds(String objective, double value, String text) {
    assertThat(Observed.text(objective, value)).isEqualTo(text);
  }
}

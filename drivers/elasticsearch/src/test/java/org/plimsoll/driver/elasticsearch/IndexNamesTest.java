package org.plimsoll.driver.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexNamesTest {
  /** Tests the last millisecond of a period and the first one of the next, each with its index. */
  @ParameterizedTest
  @CsvSource({
    "NONE, 2026-11-22T23:59:59.999Z, logs, 2026-11-23T00:00:00Z, logs",
    "MINUTELY, 2026-11-22T07:08:59.999Z, logs-2026.11.22.07.08, 2026-11-22T07:09:00Z,"
        + " logs-2026.11.22.07.09",
    "HOURLY, 2026-11-22T23:59:59.999Z, logs-2026.11.22.23, 2026-11-23T00:00:00Z,"
        + " logs-2026.11.23.00",
    "DAILY, 2028-02-28T23:59:59.999Z, logs-2028.02.28, 2028-02-29T00:00:00Z, logs-2028.02.29",
    "WEEKLY, 2027-01-03T23:59:59.999Z, logs-2026.53, 2027-01-04T00:00:00Z, logs-2027.01",
    "MONTHLY, 2026-12-31T23:59:59.999Z, logs-2026.12, 2027-01-01T00:00:00Z, logs-2027.01",
    "YEARLY, 2026-12-31T23:59:59.999Z, logs-2026, 2027-01-01T00:00:00Z, logs-2027"
  })
  void anIndexEndsWithItsPeriod(
      IndexRoll roll, Instant last, String lastName, Instant first, String firstName) {
    AtomicReference<Instant> now = new AtomicReference<>(last.minusMillis(1));
    IndexNames names = new IndexNames("logs", roll, now::get);
    assertThat(names.written()).isEqualTo(lastName);
    now.set(last);
    assertThat(names.written()).isEqualTo(lastName);
    now.set(first);
    assertThat(names.written()).isEqualTo(firstName);
  }

  @Test
  void thePatternOfAllIndexesStartsWithAYear() {
    IndexNames names = new IndexNames("logs", IndexRoll.DAILY, Instant::now);
    assertThat(names.all()).isEqualTo("logs-2*");
    assertThat(new IndexNames("logs", IndexRoll.NONE, Instant::now).all()).isEqualTo("logs");
  }
}

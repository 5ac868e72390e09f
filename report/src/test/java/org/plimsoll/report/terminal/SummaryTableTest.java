package org.plimsoll.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SummaryTableTest {
  @Test
  void observedRatiosAreSharesAndObservedCountsAreNumbers() {
    assertThat(SummaryTable.observed("driver.cache-hit-ratio>0.5", 0.642)).isEqualTo("64.2 %");
    assertThat(SummaryTable.observed("driver.cache-hits>500", 15_215)).isEqualTo("15,215");
  }
}

package org.plimsoll.driver.evcache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WritePolicyTest {
  @ParameterizedTest
  @CsvSource({
    "NONE,3,0",
    "ONE,3,1",
    "ONE,0,0",
    "QUORUM,1,1",
    "QUORUM,2,2",
    "QUORUM,3,2",
    "QUORUM,5,3",
    "ALL_MINUS_1,1,1",
    "ALL_MINUS_1,2,1",
    "ALL_MINUS_1,3,2",
    "ALL,1,1",
    "ALL,3,3"
  })
  void aPolicyNeedsThisManyAnswers(WritePolicy policy, int zones, int needed) {
    assertThat(policy.needed(zones)).isEqualTo(needed);
  }
}

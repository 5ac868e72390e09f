package org.plimsoll.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineFactsTest {
  @Test
  void thisMachineIsRead() {
    MachineFacts facts = MachineFacts.ofThisMachine();
    assertThat(facts.processors()).isPositive();
    assertThat(facts.heapMaxBytes()).isPositive();
  }
}

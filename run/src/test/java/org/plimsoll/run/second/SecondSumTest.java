package org.plimsoll.run.second;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.plimsoll.result.Phase;

class SecondSumTest {
  @Test
  void anInstantThatNoGeneratorHasReportedIsInThePhaseBeforeIt() {
    assertThat(new SecondSum().phaseAt(7, Phase.DRAIN)).isEqualTo(Phase.DRAIN);
  }
}

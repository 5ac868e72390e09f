package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.plimsoll.analysis.tune.Rig.Step;

class StepOrderTest {
  private static final StepOrder SECOND = order(2);

  private static StepOrder order(int number) {
    return new StepOrder(number, new Step("trial-7", 1_250.5, 400, 200, true), false);
  }

  @Test
  void anOrderIsReadFromItsText() {
    assertThat(StepOrder.of(SECOND.text())).isEqualTo(SECOND);
    assertThat(StepOrder.of(SECOND.end().text())).isEqualTo(SECOND.end());
    assertThatThrownBy(() -> StepOrder.of("2 true"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("`step` must have 7 words, got `2 true`");
  }

  @Test
  void ordersThatComeTwiceOrLateFollowNothing() {
    assertThat(SECOND.end().follows(SECOND)).isTrue();
    assertThat(order(3).follows(SECOND)).isTrue();
    assertThat(order(3).follows(SECOND.end())).isTrue();
    assertThat(SECOND.follows(SECOND)).isFalse();
    assertThat(SECOND.end().follows(SECOND.end())).isFalse();
    assertThat(SECOND.follows(SECOND.end())).isFalse();
    assertThat(order(1).end().follows(SECOND)).isFalse();
  }
}

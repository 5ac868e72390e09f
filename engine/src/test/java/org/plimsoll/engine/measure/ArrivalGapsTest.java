package org.plimsoll.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ArrivalGapsTest {
  private final ArrivalGaps gaps = new ArrivalGaps();

  @Test
  void aGapIsStoredWithTheGapBeforeIt() {
    arrive(100, 101);
    arrive(110, 115);
    arrive(130, 131);
    arrive(160, 160);

    ArrivalGaps.Sample sample = gaps.sample();
    assertThat(sample.asked()).containsExactly(20, 30);
    assertThat(sample.came()).containsExactly(16, 29);
    assertThat(sample.askedBefore()).containsExactly(10, 20);
    assertThat(sample.cameBefore()).containsExactly(14, 16);
  }

  @Test
  void aLongRunIsSampledEvenly() {
    long due = 0;
    for (int i = 0; i < 1_000_000; i++) {
      due += i;
      arrive(due, due);
    }

    long[] asked = gaps.sample().asked();
    assertThat(asked.length).isBetween(2048, 4096);
    assertThat(asked).isSorted();
    long step = asked[1] - asked[0];
    for (int i = 1; i < asked.length; i++) {
      assertThat(asked[i] - asked[i - 1]).isEqualTo(step);
    }
    assertThat(asked[asked.length - 1]).isGreaterThan(990_000);
  }

  @Test
  void aRestartClearsEverything() {
    for (int i = 0; i < 10_000; i++) {
      arrive(i, i);
    }
    gaps.restart();
    assertThat(gaps.sample().asked()).isEmpty();
    for (int i = 0; i < 5; i++) {
      arrive(1_000_000 + 7 * i, 1_000_000 + 7 * i);
    }
    assertThat(Arrays.stream(gaps.sample().asked()).distinct().toArray()).containsExactly(7);
  }

  private void arrive(long due, long came) {
    gaps.arrived(due, came);
  }
}

package org.plimsoll.analysis.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TallyTest {
  private final SplittableRandom random = new SplittableRandom(7);
  private final Judgement judgement = new Judgement();

  private void judge() {
    judgement.clear();
    switch (random.nextInt(4)) {
      case 0 -> judgement.fresh(random.nextBoolean());
      case 1 -> judgement.concurrent();
      default -> {
        long atLeast = random.nextLong(1, 1_000_000_000_000L);
        judgement.stale(random.nextInt(1, 9), atLeast, 2 * atLeast);
      }
    }
    judgement.visibility(random.nextLong(1_000_000_000), random.nextBoolean());
    for (Guarantee guarantee : Guarantee.values()) {
      if (random.nextBoolean()) {
        judgement.check(guarantee, random.nextInt(10) == 0);
      }
    }
  }

  @Test
  void theJudgementsOfSeveralGeneratorsAddUpToThoseOfOne() {
    Tally all = new Tally();
    List<Tally> each = List.of(new Tally(), new Tally(), new Tally());
    for (int read = 0; read < 10_000; read++) {
      judge();
      Tally.Story story = () -> "an example";
      all.count(judgement, story);
      each.get(read % 2).count(judgement, story); // the third has none
    }
    Tally sum = new Tally();
    each.forEach(tally -> sum.add(tally.judged()));

    assertThat(sum.reads(3)).isEqualTo(all.reads(3));
    assertThat(sum.reads(0).stale()).isGreaterThan(4_000);
    assertThat(sum.staleNanos()).isEqualTo(all.staleNanos());
    assertThat(sum.stale()).isEqualTo(all.stale());
    assertThat(sum.visibility()).isEqualTo(all.visibility()).hasSizeGreaterThan(10);
    assertThat(sum.guarantees()).isEqualTo(all.guarantees());
  }
}

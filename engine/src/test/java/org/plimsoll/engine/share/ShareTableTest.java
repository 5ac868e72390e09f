package org.plimsoll.engine.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShareTableTest {
  @Test
  void generatorsOfEqualWeightTakeTurns() {
    ShareTable table = ShareTable.of(Map.of(3, 50, 1, 50, 7, 50));

    assertThat(owners(table, 7)).containsExactly(1, 3, 7, 1, 3, 7, 1);
  }

  @Test
  void aTableOfOneOwnsEverything() {
    assertThat(owners(ShareTable.alone(), 3)).containsExactly(0, 0, 0);
    assertThat(ShareTable.of(Map.of(0, 9))).isEqualTo(ShareTable.alone());
  }

  @Test
  void eachGeneratorOwnsItsWeightAndItsOperationsAreSpreadEvenly() {
    ShareTable table = ShareTable.of(Map.of(0, 5, 1, 3, 2, 1, 3, 0));

    assertThat(table.length()).isEqualTo(9);
    assertThat(table.weights()).isEqualTo(Map.of(0, 5, 1, 3, 2, 1));
    for (int generator : new int[] {0, 1, 2}) {
      int weight = table.weight(generator);
      for (int prefix = 1; prefix <= 9; prefix++) {
        double due = prefix * weight / 9.0;
        assertThat((double) table.countBefore(prefix, generator)).isCloseTo(due, within(1.0));
      }
    }
    assertThat(table.share(1)).isEqualTo(3 / 9.0);
    assertThat(table.weight(3)).isZero();
  }

  @Test
  void countsFollowTheOwners() {
    ShareTable table = ShareTable.of(Map.of(0, 2, 1, 3));
    long[] counted = new long[2];
    for (int index = 0; index < 23; index++) {
      assertThat(table.countBefore(index, 0)).isEqualTo(counted[0]);
      assertThat(table.countBefore(index, 1)).isEqualTo(counted[1]);
      counted[table.owner(index)]++;
    }
  }

  /** Also bounds that are odd, or smaller than the number of generators. */
  @Test
  void partsMidwayBetweenTwoTablesAddUpAndAreBetweenBoth() {
    SplittableRandom random = new SplittableRandom(3);
    for (int trial = 0; trial < 2_000; trial++) {
      ShareTable before = random(random);
      ShareTable after = random(random);
      int total = trial < 20 ? trial : random.nextInt(40);
      int sum = 0;
      for (int generator = 0; generator < 8; generator++) {
        int old = before.part(total, generator);
        int next = after.part(total, generator);
        int part = ShareTable.midway(before.parts(total), after.parts(total), generator);
        assertThat(part).isBetween(Math.min(old, next), Math.max(old, next));
        assertThat(Math.abs(2 * part - old - next)).isLessThan(2);
        sum += part;
      }
      assertThat(sum).isEqualTo(total);
    }
  }

  @Test
  void aBoundOfOneRemainsWithTheGeneratorThatLosesIt() {
    ShareTable one = ShareTable.of(Map.of(5, 1));
    ShareTable other = ShareTable.of(Map.of(2, 1));

    assertThat(ShareTable.midway(one.parts(1), other.parts(1), 5)).isEqualTo(1);
    assertThat(ShareTable.midway(one.parts(1), other.parts(1), 2)).isZero();
  }

  private static ShareTable random(SplittableRandom random) {
    Map<Integer, Integer> weights = new TreeMap<>();
    for (int generator = 0; generator < 8; generator++) {
      weights.put(generator, random.nextInt(3) * random.nextInt(4));
    }
    weights.put(random.nextInt(8), 1);
    return ShareTable.of(weights);
  }

  @Test
  void largeIndexesHaveOwners() {
    ShareTable table = ShareTable.of(Map.of(0, 1, 1, 1, 2, 1));

    assertThat(table.owner(Long.MAX_VALUE)).isEqualTo((int) (Long.MAX_VALUE % 3));
  }

  /** Random weights and numbers; the seed is fixed. */
  @Test
  void partsAddUpAndEachGeneratorGetsOneWherePossible() {
    SplittableRandom random = new SplittableRandom(11);
    for (int round = 0; round < 500; round++) {
      Map<Integer, Integer> weights = new TreeMap<>();
      int generators = random.nextInt(1, 9);
      for (int i = 0; i < generators; i++) {
        weights.put(random.nextInt(100), random.nextInt(1, 60));
      }
      ShareTable table = ShareTable.of(weights);
      int total = random.nextInt(0, 40);
      int[] split = table.split(total);

      assertThat(split).hasSize(total);
      int sum = 0;
      for (int generator : weights.keySet()) {
        int part = table.part(total, generator);
        sum += part;
        assertThat(Arrays.stream(split).filter(owner -> owner == generator).count())
            .isEqualTo(part);
        if (total >= weights.size()) {
          assertThat(part).isPositive();
        }
        double exact = total * table.share(generator);
        assertThat((double) part).isBetween(Math.floor(exact) - weights.size(), exact + 1);
      }
      assertThat(sum).isEqualTo(total);
    }
  }

  @Test
  void equalWeightsSplitEvenly() {
    ShareTable table = ShareTable.of(Map.of(0, 1, 1, 1, 2, 1));

    assertThat(IntStream.range(0, 3).map(generator -> table.part(10, generator)).boxed().toList())
        .containsExactly(4, 3, 3);
    assertThat(table.part(2, 0) + table.part(2, 1) + table.part(2, 2)).isEqualTo(2);
  }

  @Test
  void impossibleWeightsAreRefused() {
    assertThatThrownBy(() -> ShareTable.of(Map.of(0, 0)))
        .hasMessage("a weight must be positive, were {0=0}");
    assertThatThrownBy(() -> ShareTable.of(Map.of(0, -1)))
        .hasMessage("weights must be at least 0, were {0=-1}");
    assertThatThrownBy(() -> ShareTable.of(Map.of(0, 65_536, 1, 1)))
        .hasMessage("the sum of reduced weights must be at most 65536, was 65537");
  }

  private static int[] owners(ShareTable table, int count) {
    return IntStream.range(0, count).map(table::owner).toArray();
  }
}

package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.spec.KeyDistributionSpec;

/** Tests which inserted keys are known to exist. */
class KeySequenceTest {
  private final KeySequence keys = new KeySequence(100);

  private void give(int count) {
    for (int i = 0; i < count; i++) {
      keys.next();
    }
  }

  /** The existing keys, looked up by rank. */
  private List<Long> existing() {
    assertThat(keys.newest(keys.existing())).isNegative();
    return LongStream.range(0, keys.existing())
        .mapToObj(rank -> keys.newest(keys.existing() - 1 - rank))
        .toList();
  }

  private static List<Long> range(long from, long to, Set<Long> without) {
    return LongStream.range(from, to).filter(key -> !without.contains(key)).boxed().toList();
  }

  @Test
  void theEndMovesOnceAllInsertsBeforeItHaveEnded() {
    give(5);
    keys.ended(101, true);
    keys.ended(104, true);
    assertThat(keys.end()).isEqualTo(100);
    keys.ended(100, true);
    assertThat(keys.end()).isEqualTo(102);
    keys.ended(103, true);
    keys.ended(102, false);
    assertThat(keys.end()).isEqualTo(105);
    assertThat(existing()).isEqualTo(range(0, 105, Set.of(102L)));
  }

  @Test
  void aSecondEndOfAnInsertHasNoEffect() {
    give(2);
    keys.ended(100, false);
    keys.ended(100, true);
    assertThat(keys.end()).isEqualTo(101);
    assertThat(existing()).isEqualTo(range(0, 100, Set.of()));
  }

  /** Ends 100,000 inserts in random order; every tenth fails. */
  @Test
  void anyOrderOfEndsGivesTheSameKeys() {
    give(100_000);
    List<Long> order = new ArrayList<>(LongStream.range(100, 100_100).boxed().toList());
    Collections.shuffle(order, new Random(5));
    Set<Long> failed = new HashSet<>(order.subList(0, 2_000));
    for (long position : order) {
      keys.ended(position, !failed.contains(position));
    }
    assertThat(keys.end()).isEqualTo(100_100);
    assertThat(keys.start()).isZero();
    assertThat(existing()).isEqualTo(range(0, 100_100, failed));
  }

  @Test
  void theOldestHolesAreForgottenTogetherWithTheKeysBeforeThem() {
    for (long position = 100; position < 100_100; position++) {
      keys.next();
      keys.ended(position, position % 10 != 0);
    }
    assertThat(keys.start()).isEqualTo(100_100 - 4_096 * 10 - 10 + 1);
    assertThat(existing())
        .isEqualTo(
            LongStream.range(keys.start(), keys.end())
                .filter(position -> position % 10 != 0)
                .boxed()
                .toList());
  }

  @Test
  void latestKeysAreDrawnFromExistingKeys() {
    KeyDistribution latest =
        KeyDistributions.of(new KeyDistributionSpec.Latest(0.99), 100, 1, keys);
    OperationRandom random = new OperationRandom();
    random.seed(1, 0);
    for (long position = 100; position < 5_000; position++) {
      keys.next();
      keys.ended(position, position % 7 != 0);
      for (int i = 0; i < 20; i++) {
        long key = latest.next(random, i, 0);
        assertThat(key).isBetween(0L, position);
        assertThat(key < 100 || key % 7 != 0).isTrue();
      }
    }
  }

  @Test
  void keysFromBeforeAnOutageRemain() {
    KeyDistribution latest =
        KeyDistributions.of(new KeyDistributionSpec.Latest(0.99), 100, 1, keys);
    for (long position = 100; position < 1_000_000; position++) {
      keys.next();
      keys.ended(position, false);
    }
    OperationRandom random = new OperationRandom();
    random.seed(1, 0);
    for (int i = 0; i < 100; i++) {
      assertThat(latest.next(random, i, 0)).isBetween(0L, 99L);
    }
  }
}

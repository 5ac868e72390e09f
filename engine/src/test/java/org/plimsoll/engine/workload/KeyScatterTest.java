package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyScatterTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 1_000, 65_536, 65_537, 1_000_000})
  void everyKeyHasExactlyOneRank(int keys) {
    for (long seed = 0; seed < 5; seed++) {
      KeyScatter scatter = new KeyScatter(keys, seed);
      BitSet seen = new BitSet(keys);
      for (int rank = 0; rank < keys; rank++) {
        long key = scatter.key(rank);
        assertThat(key).isBetween(0L, keys - 1L);
        seen.set((int) key);
      }
      assertThat(seen.cardinality()).isEqualTo(keys);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1_000_000_000_000L, 1L << 62, (1L << 62) + 1, Long.MAX_VALUE})
  void keysOfHugeSpacesStayInRangeAndDiffer(long keys) {
    KeyScatter scatter = new KeyScatter(keys, 9);
    long previous = -1;
    for (long rank = 0; rank < 10_000; rank++) {
      long key = scatter.key(rank);
      assertThat(key).isBetween(0L, keys - 1);
      assertThat(key).isNotEqualTo(previous);
      previous = key;
    }
    assertThat(scatter.key(keys - 1)).isBetween(0L, keys - 1);
  }

  @Test
  void popularKeysAreNotAdjacent() {
    KeyScatter scatter = new KeyScatter(1_000_000, 1);
    int close = 0;
    for (int rank = 0; rank < 1_000; rank++) {
      if (Math.abs(scatter.key(rank) - scatter.key(rank + 1)) < 1_000) {
        close++;
      }
    }
    // Two independent keys are this close with probability 0.002.
    assertThat(close).isLessThan(12);
  }

  @Test
  void theSeedDecidesWhichKeysArePopular() {
    KeyScatter one = new KeyScatter(1_000_000, 1);
    KeyScatter same = new KeyScatter(1_000_000, 1);
    KeyScatter other = new KeyScatter(1_000_000, 2);
    int equal = 0;
    for (int rank = 0; rank < 1_000; rank++) {
      assertThat(same.key(rank)).isEqualTo(one.key(rank));
      equal += other.key(rank) == one.key(rank) ? 1 : 0;
    }
    assertThat(equal).isLessThan(5);
  }
}

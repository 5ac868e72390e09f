package org.plimsoll.driver.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.plimsoll.testkit.TestOperation.TestKey;

class KeyFormTest {
  @Test
  void hashedKeysOfNeighborsAreSpreadEvenlyOverTheRegions() {
    byte[][] splits = KeyForm.splits(8);
    int[] rows = new int[8];
    for (int key = 0; key < 8000; key++) {
      byte[] row = KeyForm.HASHED.of(TestKey.of(key));
      int region = 0;
      while (region < splits.length && Arrays.compareUnsigned(splits[region], row) <= 0) {
        region++;
      }
      rows[region]++;
    }
    for (int each : rows) {
      assertThat(each).isBetween(800, 1200);
    }
  }

  @Test
  void aRowKeyEndsWithTheKeyAndBelongsToTheCaller() {
    TestKey key = TestKey.of(7);
    byte[] hashed = KeyForm.HASHED.of(key);
    assertThat(Arrays.copyOfRange(hashed, 2, hashed.length)).isEqualTo(key.bytes());
    assertThat(KeyForm.PLAIN.of(key)).isEqualTo(key.bytes()).isNotSameAs(key.bytes());
    assertThat(KeyForm.splits(1)).isEmpty();
  }
}

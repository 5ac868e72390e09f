package org.plimsoll.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueCountsTest {
  /** Values of all magnitudes, and both sides of each boundary between octaves. */
  private static List<Long> values() {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(7);
    List<Long> values = new ArrayList<>(List.of(0L, 1L));
    for (int bits = 1; bits < Long.SIZE - 2; bits++) {
      long edge = 1L << bits;
      values.addAll(List.of(edge - 1, edge, edge + 1, edge + random.nextLong(edge)));
    }
    return values;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bucketsAreThoseOfAnHdrHistogram(boolean exclusive) {
    ValueCounts counts = new ValueCounts(exclusive);
    Histogram collected = new Histogram(ValueCounts.DIGITS);
    Histogram truth = new Histogram(ValueCounts.DIGITS);
    for (int round = 0; round < 3; round++) {
      for (long value : values()) {
        counts.record(value);
        truth.recordValue(value);
      }
      counts.collectInto(collected);
      assertThat(collected).isEqualTo(truth);
    }
  }

  @Test
  void negativeValuesCountAsZero() {
    ValueCounts counts = new ValueCounts(true);
    counts.record(-5);
    Histogram collected = new Histogram(ValueCounts.DIGITS);
    counts.collectInto(collected);
    assertThat(collected.getCountAtValue(0)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void nothingIsLostOrCountedTwiceDuringCollection(int writers) throws Exception {
    int each = 200_000;
    ValueCounts counts = new ValueCounts(writers == 1);
    CountDownLatch ended = new CountDownLatch(writers);
    for (int i = 0; i < writers; i++) {
      Thread.ofPlatform()
          .start(() -> {
            for (int n = 0; n < each; n++) {
              counts.record(n);
            }
            ended.countDown();
          });
    }
    Histogram collected = new Histogram(ValueCounts.DIGITS);
    do {
      counts.collectInto(collected);
    } while (ended.getCount() > 0);
    counts.collectInto(collected);
    Histogram truth = new Histogram(ValueCounts.DIGITS);
    for (int n = 0; n < each; n++) {
      truth.recordValueWithCount(n, writers);
    }
    assertThat(collected).isEqualTo(truth);
  }
}

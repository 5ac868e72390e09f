package org.plimsoll.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncodedHistogramTest {
  /** Values of all magnitudes, some of them often. */
  private static Histogram random(Random random) {
    Histogram histogram = new Histogram(3);
    for (int i = random.nextInt(2_000); i >= 0; i--) {
      long value = random.nextLong() >>> (1 + random.nextInt(62));
      histogram.recordValueWithCount(value, 1 + (random.nextLong() >>> (24 + random.nextInt(40))));
    }
    return histogram;
  }

  private static byte[] encoded(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    return Arrays.copyOf(buffer.array(), histogram.encodeIntoByteBuffer(buffer));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void addingTheBytesOfAHistogramIsAddingTheHistogram(int seed) throws IOException {
    Random random = new Random(seed);
    Histogram sum = new Histogram(3);
    Histogram expected = new Histogram(3);
    for (int i = 0; i < 20; i++) {
      Histogram more = random(random);
      EncodedHistogram.of(encoded(more)).addTo(sum);
      expected.add(more);

      assertThat(sum).isEqualTo(expected);
      assertThat(sum.getMaxValue()).isEqualTo(expected.getMaxValue());
      assertThat(sum.getMinNonZeroValue()).isEqualTo(expected.getMinNonZeroValue());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void addingTheBytesOfTotalsIsAddingTheTotals(int seed) throws IOException {
    Random random = new Random(seed);
    Totals sum = new Totals();
    Totals expected = new Totals();
    for (int i = 0; i < 5; i++) {
      Totals more = new Totals(random(random), random(random), new Histogram(3));
      more.add(Counter.SUCCEEDED, random.nextInt(1_000));
      more.addFailures("code", random.nextInt(10));
      more.addFirstFailure("code", new FirstFailure(random.nextInt(100), "text"));
      more.step(1, "read").add(new Totals(random(random), random(random), random(random)));
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      TotalsCodec.write(more, new DataOutputStream(bytes));
      TotalsCodec.addTo(sum, new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
      expected.add(more);
    }

    assertSame(sum, expected);
    assertThat(sum.steps().keySet()).isEqualTo(expected.steps().keySet());
    assertSame(sum.stepOrNone("read"), expected.stepOrNone("read"));
  }

  private static void assertSame(Totals found, Totals expected) {
    for (Counter counter : Counter.values()) {
      assertThat(found.count(counter)).isEqualTo(expected.count(counter));
    }
    assertThat(found.failures()).isEqualTo(expected.failures());
    assertThat(found.firstFailures()).isEqualTo(expected.firstFailures());
    assertThat(found.response()).isEqualTo(expected.response());
    assertThat(found.service()).isEqualTo(expected.service());
    assertThat(found.lag()).isEqualTo(expected.lag());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 7, 11, 15, 23})
  void anotherHeaderIsRefused(int at) {
    byte[] bytes = encoded(random(new Random(1)));
    bytes[at]++;

    assertThatThrownBy(() -> EncodedHistogram.of(bytes)).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void anyBytesAreAddedOrRefused(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      byte[] bytes = encoded(random(random));
      for (int changes = random.nextInt(20); changes >= 0 && bytes.length > 40; changes--) {
        bytes[40 + random.nextInt(bytes.length - 40)] = (byte) random.nextInt();
      }
      try {
        EncodedHistogram.of(bytes).addTo(new Histogram(3));
      } catch (IOException e) {
        assertThat(e).hasMessageStartingWith("a histogram");
      }
    }
  }
}

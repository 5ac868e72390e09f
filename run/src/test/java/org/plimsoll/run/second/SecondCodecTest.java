package org.plimsoll.run.second;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.DeflaterOutputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.measure.Totals;

class SecondCodecTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void whatIsDecodedIsWhatWasEncoded(long seed) throws Exception {
    RandomSeconds seconds = new RandomSeconds(seed);
    for (int i = 0; i < 50; i++) {
      GeneratorSecond second = seconds.next();
      GeneratorSecond decoded = SecondCodec.decode(SecondCodec.encode(second));

      assertThat(RandomSeconds.content(decoded)).isEqualTo(RandomSeconds.content(second));
    }
  }

  @Test
  void decodedHistogramsAddUpBucketByBucket() throws Exception {
    RandomSeconds seconds = new RandomSeconds(5);
    Totals sum = new Totals();
    Map<Long, Long> buckets = new TreeMap<>();
    for (int i = 0; i < 60; i++) {
      GeneratorSecond second = seconds.next();
      count(second, buckets);
      SecondCodec.decode(SecondCodec.encode(second)).scenarios().values().stream()
          .flatMap(each -> each.totals().values().stream())
          .flatMap(byType -> byType.values().stream())
          .forEach(sum::add);
    }

    Map<Long, Long> merged = new TreeMap<>();
    count(sum.response(), merged);
    assertThat(merged).isNotEmpty().isEqualTo(buckets);
  }

  private static void count(GeneratorSecond second, Map<Long, Long> buckets) {
    second.scenarios().values().stream()
        .flatMap(each -> each.totals().values().stream())
        .flatMap(byType -> byType.values().stream())
        .forEach(totals -> count(totals.response(), buckets));
  }

  private static void count(Histogram histogram, Map<Long, Long> buckets) {
    for (HistogramIterationValue value : histogram.recordedValues()) {
      buckets.merge(
          histogram.lowestEquivalentValue(value.getValueIteratedTo()),
          value.getCountAtValueIteratedTo(),
          Long::sum);
    }
  }

  @Test
  void anotherVersionIsRefused() throws Exception {
    byte[] bytes = SecondCodec.encode(new RandomSeconds(6).next());
    bytes[0]++;

    assertThatThrownBy(() -> SecondCodec.decode(bytes))
        .isInstanceOf(IOException.class)
        .hasMessage("a generator's one-second result must have version 2, was 3");
    assertThatThrownBy(() -> SecondCodec.decode(new byte[0])).isInstanceOf(IOException.class);
  }

  @Test
  void whatExpandsBeyondTheLimitIsRefused() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(SecondCodec.VERSION);
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(new byte[SecondCodec.BYTES_MAX + 1]);
    }

    assertThatThrownBy(() -> SecondCodec.decode(bytes.toByteArray()))
        .isInstanceOf(IOException.class)
        .hasMessage("a generator's one-second result must have at most 33,554,432 bytes");
  }

  @Test
  void whatIsTooLargeIsNotEncoded() {
    GeneratorSecond second = new RandomSeconds(7).next();
    Map<String, Long> counts = new HashMap<>();
    for (int i = 0; i < 700; i++) {
      counts.put("x".repeat(60_000) + i, 1L);
    }
    GeneratorSecond large =
        new GeneratorSecond(
            7,
            second.number(),
            second.window(),
            second.scenarios(),
            second.machine(),
            new ObservedSecond(counts, Map.of(), Map.of(), false, false),
            second.answers());

    assertThatThrownBy(() -> SecondCodec.encode(large))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the one-second result of generator 7 must");
  }

  /** Nothing but an exception with a message comes of any damage. */
  @Test
  void damagedBytesAreRefusedOrReadAsOthers() throws Exception {
    Random random = new Random(8);
    RandomSeconds seconds = new RandomSeconds(8);
    int refused = 0;
    for (int i = 0; i < 300; i++) {
      byte[] bytes = SecondCodec.encode(seconds.next());
      bytes[1 + random.nextInt(bytes.length - 1)] ^= (byte) (1 << random.nextInt(8));
      try {
        assertThat(SecondCodec.decode(bytes)).isNotNull();
      } catch (IOException e) {
        assertThat(Objects.toString(e, "")).isNotEmpty();
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void bytesThatEndEarlyAreRefused() throws Exception {
    byte[] bytes = SecondCodec.encode(new RandomSeconds(9).next());
    for (int length = 0; length < bytes.length; length += 1 + bytes.length / 50) {
      byte[] part = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> SecondCodec.decode(part)).isInstanceOf(IOException.class);
    }
  }
}

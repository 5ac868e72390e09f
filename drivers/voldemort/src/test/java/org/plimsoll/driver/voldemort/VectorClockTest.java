package org.plimsoll.driver.voldemort;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.plimsoll.driver.voldemort.VectorClock.Order;

/** Versions of rows, compared with a model on maps. */
class VectorClockTest {
  private static VectorClock clock(Random random) {
    VectorClock clock = VectorClock.EMPTY;
    for (int i = random.nextInt(6); i > 0; i--) {
      clock = clock.incremented(random.nextInt(3), i);
    }
    return clock;
  }

  private static Map<Short, Long> map(VectorClock clock) {
    Map<Short, Long> map = new TreeMap<>();
    for (int i = 0; i < clock.nodes().length; i++) {
      map.put(clock.nodes()[i], clock.counts()[i]);
    }
    assertThat(map.keySet()).doesNotHaveDuplicates().hasSize(clock.nodes().length);
    return map;
  }

  private static boolean covers(Map<Short, Long> one, Map<Short, Long> other) {
    return other.entrySet().stream()
        .allMatch(each -> one.getOrDefault(each.getKey(), 0L) >= each.getValue());
  }

  @Test
  void orderAndMergeAreThoseOfTheModel() {
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      compareAndMerge(random);
    }
  }

  private static void compareAndMerge(Random random) {
    VectorClock one = clock(random);
    VectorClock other = clock(random);
    boolean covers = covers(map(one), map(other));
    boolean covered = covers(map(other), map(one));
    Order expected =
        covers && covered
            ? Order.EQUAL
            : covers ? Order.AFTER : covered ? Order.BEFORE : Order.CONCURRENT;
    assertThat(one.compare(other)).isEqualTo(expected);

    Map<Short, Long> merged = map(one);
    map(other).forEach((node, count) -> merged.merge(node, count, Math::max));
    assertThat(map(one.merged(other))).isEqualTo(merged);
  }

  /** The server computes the size of a clock again to find the value after it. */
  @Test
  void countsHaveTheLeastNumberOfBytes() {
    for (long count : List.of(1L, 255L, 256L, 65_535L, 65_536L, 1L << 24, 1L << 40)) {
      VectorClock clock = new VectorClock(new short[] {7}, new long[] {count}, 5);
      ByteBuf out = Unpooled.buffer();
      clock.write(out);
      int bytes = (Long.toBinaryString(count).length() + 7) / 8;
      assertThat(out.readableBytes()).isEqualTo(3 + 2 + bytes + 8).isEqualTo(clock.length());
      VectorClock read = VectorClock.read(out);
      assertThat(read.compare(clock)).isEqualTo(Order.EQUAL);
      assertThat(read.timeMillis()).isEqualTo(5);
    }
    assertThat(VectorClock.EMPTY.length()).isEqualTo(11);
  }

  @Test
  void onlyVersionsThatNoOtherFollowsAreKept() {
    VectorClock first = VectorClock.EMPTY.incremented(0, 1);
    VectorClock second = first.incremented(0, 2);
    VectorClock apart = first.incremented(1, 3);
    List<Versioned> all = List.of(of(first), of(apart), of(second), of(second)).stream().toList();
    assertThat(Versioned.newest(all))
        .extracting(each -> each.clock().toString())
        .containsExactlyInAnyOrder("0:1, 1:1", "0:2");
    assertThat(Versioned.latest(Versioned.newest(all)).clock()).isSameAs(apart);
    assertThat(Versioned.merged(all).toString()).isEqualTo("0:2, 1:1");
  }

  private static Versioned of(VectorClock clock) {
    return new Versioned(clock, new byte[0]);
  }
}

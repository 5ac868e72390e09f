package org.plimsoll.engine.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class QuotaTest implements Quota.Listener {
  private static final int RANGES = 2_000;
  private static final int RANGE = 7;

  private final List<FillRange> used = Collections.synchronizedList(new ArrayList<>());
  private final List<FillRange> returned = Collections.synchronizedList(new ArrayList<>());
  private final Quota quota = new Quota(this);

  @Override
  public void used(FillRange range) {
    used.add(range);
  }

  @Override
  public void returned(FillRange range) {
    returned.add(range);
  }

  private static FillRange range(long from, long to) {
    return new FillRange(from, to, false);
  }

  @Test
  void operationsAreTakenInTheOrderInWhichTheyWereGranted() {
    assertThat(quota.take()).isEqualTo(Quota.NONE_YET);
    assertThat(quota.isWaiting()).isTrue();
    quota.granted(range(10, 12));
    quota.granted(range(3, 4));

    assertThat(quota.isWaiting()).isFalse();
    assertThat(LongStream.generate(quota::take).limit(4)).containsExactly(10L, 11L, 3L, -1L);
    assertThat(used).containsExactly(range(10, 12), range(3, 4));
    quota.granted(range(20, 21));
    quota.end();
    assertThat(quota.take()).isEqualTo(20);
    assertThat(quota.take()).isEqualTo(Quota.OVER);
    assertThat(quota.isWaiting()).isFalse();
  }

  @Test
  void whatIsLeftIsReturned() {
    quota.granted(range(0, 10));
    quota.granted(range(20, 30));
    long _ = quota.take();
    quota.close();
    quota.granted(range(40, 50));

    assertThat(used).containsExactly(range(0, 1));
    assertThat(returned).containsExactly(range(1, 10), range(20, 30), range(40, 50));
    assertThat(quota.take()).isEqualTo(Quota.OVER);
  }

  @Test
  void threadsTakeEachOperationOnceAlsoWhenItIsClosedMeanwhile() throws Exception {
    List<Long> taken = Collections.synchronizedList(new ArrayList<>());
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        threads.execute(() -> {
          for (long number = quota.take(); number != Quota.OVER; number = quota.take()) {
            if (number >= 0) {
              taken.add(number);
            }
          }
        });
      }
      for (int i = 0; i < RANGES; i++) {
        quota.granted(range((long) i * RANGE, (long) (i + 1) * RANGE));
      }
      quota.close();
    }

    List<Long> all = new ArrayList<>(taken);
    returned.forEach(each -> LongStream.range(each.from(), each.to()).forEach(all::add));
    assertThat(all)
        .containsExactlyInAnyOrderElementsOf(
            LongStream.range(0, (long) RANGES * RANGE).boxed().toList());
    assertThat(used.stream().mapToLong(FillRange::size).sum()).isEqualTo(taken.size());
  }
}

package org.plimsoll.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.measure.FailureSamples.Sample;

class FailureSamplesTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final FailureSamples samples =
      new FailureSamples(new FailureText(() -> List.of("hunter2-x")));

  @Test
  void theLastOfEachCodeAreKeptInOrder() {
    for (int i = 0; i < 50; i++) {
      fail("busy", i * SECOND, "key" + i);
    }
    fail("full", SECOND, "other");

    Map<String, List<Sample>> taken = samples.take();
    assertThat(taken).containsOnlyKeys("busy", "full");
    assertThat(taken.get("busy"))
        .hasSize(FailureSamples.KEPT_MAX)
        .extracting(Sample::key)
        .startsWith("key30")
        .endsWith("key49");
    assertThat(samples.take()).isEmpty();
    fail("busy", 60 * SECOND, "new");
    assertThat(samples.take().get("busy")).extracting(Sample::key).containsExactly("new");
  }

  @Test
  void aCodeThatFailsOftenGetsABurstAndThenAFewASecond() {
    int[] bySecond = new int[10];
    for (int second = 0; second < bySecond.length; second++) {
      for (int i = 0; i < 200_000; i++) {
        bySecond[second] += fail("busy", second * SECOND + i * 5_000L, "k") ? 1 : 0;
      }
    }

    assertThat(bySecond[0]).isBetween(20, 40);
    for (int second = 1; second < bySecond.length; second++) {
      assertThat(bySecond[second]).isBetween(19, 21);
    }
  }

  @Test
  void aBurstAfterQuietIsKept() {
    fail("busy", -5, "before"); // as nanoTime may be
    int kept = 0;
    for (int i = 0; i < 20; i++) {
      kept += fail("busy", 3 * SECOND + i, "k" + i) ? 1 : 0;
    }

    assertThat(kept).isEqualTo(20);
  }

  @Test
  void thereAreFewCodesHoweverManyADriverMakesUp() {
    for (int i = 0; i < 1_000; i++) {
      fail("code" + i, i * SECOND, "k");
    }

    assertThat(samples.take()).hasSize(51).containsKey(Shard.OTHER_CODES);
  }

  @Test
  void textsAreShortAndHaveNoSecrets() {
    samples.add(
        "busy",
        new Sample(0, "read", "k\n" + "y".repeat(1_000), 1, 1, ""),
        () -> "auth hunter2-x " + "z".repeat(100_000));

    Sample sample = Objects.requireNonNull(samples.take().get("busy")).getFirst();
    assertThat(sample.message()).startsWith("auth *** zz").hasSize(FailureText.CHARACTERS_MAX);
    assertThat(sample.key()).startsWith("k yy").hasSize(FailureText.CHARACTERS_MAX);
  }

  private boolean fail(String code, long nowNanos, String key) {
    boolean admitted = samples.admits(code, nowNanos);
    if (admitted) {
      samples.add(code, new Sample(nowNanos, "read", key, 1, 1_000, ""), () -> "said " + key);
    }
    return admitted;
  }
}

package org.plimsoll.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Summary.Finding;

class SettlingTest {
  private static final double MILLI = 1e6;
  private static final long SECOND = 1_000_000_000;

  private final List<Double> millis = new ArrayList<>();
  private final Random random = new Random(3);
  private final Histogram times = new Histogram(3);

  @Test
  void anImmediateLevelHasSettledImmediately() {
    add(20, 5, 0);
    assertThat(settling().intervals()).hasValue(0);
    assertThat(settling().level()).isEqualTo(5 * MILLI);
  }

  @Test
  void aDecreasingLatencySettlesAtItsFinalLevel() {
    for (int i = 0; i < 7; i++) {
      millis.add(800.0 - 100 * i);
    }
    add(30, 5, 0);
    assertThat(settling().intervals()).hasValue(7);
  }

  @Test
  void noiseAndAFewOutliersDoNotHideTheSettling() {
    add(6, 300, 30);
    add(60, 10, 1);
    millis.set(40, 90.0);
    assertThat(settling().intervals()).hasValue(6);
  }

  @Test
  void aGrowingLatencyHasNotSettled() {
    for (int i = 0; i < 30; i++) {
      millis.add(100.0 * i);
    }
    assertThat(settling().intervals()).isEmpty();
  }

  @Test
  void aWidelyOscillatingLatencyHasNotSettled() {
    for (int i = 0; i < 40; i++) {
      millis.add(i % 4 == 0 ? 500.0 : 5.0);
    }
    assertThat(settling().intervals()).isEmpty();
  }

  @Test
  void aTargetWithoutAnswersHasNotSettled() {
    Elasticity elasticity = new Elasticity();
    for (int second = 0; second < 45; second++) {
      if (second == 10) {
        assertThat(elasticity.changed(10 * SECOND, "down")).isEmpty();
      }
      if (second == 25) {
        assertThat(elasticity.changed(25 * SECOND, "up")).isEmpty();
      }
      double now = second < 10 ? 3 : second < 25 ? Double.POSITIVE_INFINITY : 5;
      add(elasticity, second, now * MILLI);
    }
    assertThat(elasticity.end().map(Finding::text))
        .hasValue("After 'up' at 25.0 s the p99 settled within 0.0 s, at 5.00 ms.");
  }

  @Test
  void eachChangeIsJudgedByTheIntervalsUntilTheNext() {
    Elasticity elasticity = new Elasticity();
    for (int second = 0; second < 60; second++) {
      if (second == 10) {
        assertThat(elasticity.changed(10 * SECOND + SECOND / 2, "one")).isEmpty();
      }
      if (second == 30) {
        assertThat(elasticity.changed(30 * SECOND, "two").map(Finding::text))
            .hasValue(
                "After 'one' at 10.5 s the p99 settled within 4.5 s, at 7.00 ms; it was 3.00 ms"
                    + " before.");
      }
      double now = second < 10 ? 3 : second < 15 ? 100 : second < 30 ? 7 : (second - 29) * 100;
      add(elasticity, second, now * MILLI);
    }
    assertThat(elasticity.end().map(Finding::code)).hasValue(FindingCode.NOT_SETTLED);
    assertThat(elasticity.findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.SETTLED, FindingCode.NOT_SETTLED);
    assertThat(elasticity.end()).isEmpty();
  }

  @Test
  void aChangeShortlyBeforeTheEndIsNotJudged() {
    Elasticity elasticity = new Elasticity();
    assertThat(elasticity.changed(SECOND, "late")).isEmpty();
    for (int second = 1; second < 9; second++) {
      add(elasticity, second, MILLI);
    }
    assertThat(elasticity.end()).isEmpty();
  }

  @Test
  void theTimeAfterAChangeTakesBoundedMemory() {
    Elasticity elasticity = new Elasticity();
    assertThat(elasticity.changed(0, "long ago")).isEmpty();
    for (long second = 0; second < 30_000; second++) {
      add(elasticity, second, second < 6_000 ? 9 * MILLI : MILLI);
    }
    assertThat(elasticity.points()).isLessThanOrEqualTo(3 * 4096);
    String text = elasticity.end().orElseThrow().text();
    double settled = Double.parseDouble(text.replaceAll(".*within ([0-9.]+) s.*", "$1"));
    assertThat(settled).isBetween(5_980.0, 6_020.0);
  }

  /** The p99 of a thousand operations has only ten above it, so it varies widely. */
  @Test
  void longerWindowsAreUsedIfSingleSecondsScatterTooWidely() {
    Elasticity elasticity = new Elasticity();
    for (int second = 0; second < 160; second++) {
      if (second == 10) {
        assertThat(elasticity.changed(10 * SECOND, "node joined")).isEmpty();
      }
      double level = second < 10 ? 3 : second < 40 ? 200 : 6;
      times.reset();
      times.recordValueWithCount((long) MILLI, 980);
      for (int slow = 0; slow < 20; slow++) {
        times.recordValue((long) (level * MILLI * Math.exp(1.5 * random.nextGaussian())));
      }
      elasticity.interval((second + 1) * SECOND, SECOND, times, 0);
    }
    Finding finding = elasticity.end().orElseThrow();
    assertThat(finding.code()).isEqualTo(FindingCode.SETTLED);
    assertThat(finding.text())
        .matches(
            "After 'node joined' at 10.0 s the p99 of each (3|10)\\.0 s settled within"
                + " (3\\d|40)\\.0 s, at .* ms; it was .* ms before\\.");
  }

  @Test
  void operationsThatWereNotAnsweredRankAboveAllOthers() {
    Elasticity elasticity = new Elasticity();
    assertThat(elasticity.changed(0, "down")).isEmpty();
    for (int second = 0; second < 30; second++) {
      times.reset();
      times.recordValueWithCount((long) MILLI, 100);
      elasticity.interval((second + 1) * SECOND, SECOND, times, second < 12 ? 50 : 0);
    }
    assertThat(elasticity.end().map(Finding::text))
        .hasValue("After 'down' at 0.0 s the p99 settled within 12.0 s, at 1.00 ms.");
  }

  @Test
  void longerWindowsAreUsedIfMostSecondsAreEmpty() {
    Elasticity elasticity = new Elasticity();
    assertThat(elasticity.changed(0, "up")).isEmpty();
    for (int second = 0; second < 200; second++) {
      times.reset();
      if (second % 5 < 2) {
        times.recordValue((long) MILLI);
      }
      elasticity.interval((second + 1) * SECOND, SECOND, times, 0);
    }
    assertThat(elasticity.end().map(Finding::text))
        .hasValue("After 'up' at 0.0 s the p99 of each 10.0 s settled within 10.0 s, at 1.00 ms.");
  }

  private void add(Elasticity elasticity, long second, double nanos) {
    times.reset();
    boolean isAnswered = Double.isFinite(nanos);
    if (isAnswered) {
      times.recordValueWithCount((long) nanos, 100);
    }
    elasticity.interval((second + 1) * SECOND, SECOND, times, isAnswered ? 0 : 100);
  }

  private Settling settling() {
    return new Settling(millis.stream().map(value -> value * MILLI).toList());
  }

  private void add(int count, double level, double deviation) {
    for (int i = 0; i < count; i++) {
      millis.add(level + deviation * random.nextGaussian());
    }
  }
}

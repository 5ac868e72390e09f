package org.plimsoll.engine.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.report.Summary.Finding;

class SettlingTest {
  private static final double MILLI = 1e6;
  private static final long SECOND = 1_000_000_000;

  private final List<Double> millis = new ArrayList<>();
  private final Random random = new Random(3);

  @Test
  void whatIsAtItsLevelAtOnceHasSettledAtOnce() {
    add(20, 5, 0);
    assertThat(settling().intervals()).hasValue(0);
    assertThat(settling().level()).isEqualTo(5 * MILLI);
  }

  @Test
  void whatComesDownHasSettledWhereItArrives() {
    for (int i = 0; i < 7; i++) {
      millis.add(800.0 - 100 * i);
    }
    add(30, 5, 0);
    assertThat(settling().intervals()).hasValue(7);
  }

  @Test
  void noiseAndAFewOutliersDoNotHideIt() {
    add(6, 300, 30);
    add(60, 10, 1);
    millis.set(40, 90.0);
    assertThat(settling().intervals()).hasValue(6);
  }

  @Test
  void whatStillGrowsHasNotSettled() {
    for (int i = 0; i < 30; i++) {
      millis.add(100.0 * i);
    }
    assertThat(settling().intervals()).isEmpty();
  }

  @Test
  void whatSwingsWidelyHasNotSettled() {
    for (int i = 0; i < 40; i++) {
      millis.add(i % 4 == 0 ? 500.0 : 5.0);
    }
    assertThat(settling().intervals()).isEmpty();
  }

  @Test
  void aTargetThatAnswersNothingHasNotSettledAndItsSilenceIsNoLatency() {
    Elasticity elasticity = new Elasticity();
    for (int second = 0; second < 45; second++) {
      if (second == 10) {
        assertThat(elasticity.changed(10 * SECOND, "down")).isEmpty();
      }
      if (second == 25) {
        assertThat(elasticity.changed(25 * SECOND, "up")).isEmpty();
      }
      double now = second < 10 ? 3 : second < 25 ? Double.POSITIVE_INFINITY : 5;
      elasticity.interval((second + 1) * SECOND, SECOND, now * MILLI);
    }
    assertThat(elasticity.end().map(Finding::text))
        .hasValue("After 'up' at 25.0 s the p99 settled within 0.0 s, at 5.00 ms.");
  }

  @Test
  void eachChangeIsJudgedByWhatFollowsUntilTheNext() {
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
      elasticity.interval((second + 1) * SECOND, SECOND, now * MILLI);
    }
    assertThat(elasticity.end().map(Finding::code)).hasValue("not-settled");
    assertThat(elasticity.findings())
        .extracting(Finding::code)
        .containsExactly("settled", "not-settled");
    assertThat(elasticity.end()).isEmpty();
  }

  @Test
  void aChangeShortlyBeforeTheEndIsNotJudged() {
    Elasticity elasticity = new Elasticity();
    assertThat(elasticity.changed(SECOND, "late")).isEmpty();
    for (int second = 1; second < 9; second++) {
      elasticity.interval((second + 1) * SECOND, SECOND, MILLI);
    }
    assertThat(elasticity.end()).isEmpty();
  }

  @Test
  void aWeekAfterAChangeTakesNoMoreRoomThanAnHour() {
    Elasticity elasticity = new Elasticity();
    assertThat(elasticity.changed(0, "long ago")).isEmpty();
    for (long second = 0; second < 600_000; second++) {
      elasticity.interval((second + 1) * SECOND, SECOND, second < 100_000 ? 9 * MILLI : MILLI);
    }
    String text = elasticity.end().orElseThrow().text();
    double settled = Double.parseDouble(text.replaceAll(".*within ([0-9.]+) s.*", "$1"));
    assertThat(settled).isBetween(99_000.0, 101_000.0);
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

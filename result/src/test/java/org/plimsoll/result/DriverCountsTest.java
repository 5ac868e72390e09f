package org.plimsoll.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DriverCountsTest {
  private static final Map<String, Long> COUNTS =
      Map.of("cache-hits", 900L, "cache-misses", 100L, "idle-hits", 0L, "retries", 7L);

  @Test
  void hitsAndMissesHaveARatioUnlessBothAreZero() {
    assertThat(DriverCounts.figure(COUNTS, "retries")).isEqualTo(7);
    assertThat(DriverCounts.figure(COUNTS, "unknown")).isEqualTo(0);
    assertThat(DriverCounts.figure(COUNTS, "cache-hit-ratio")).isEqualTo(0.9);
    assertThat(DriverCounts.figure(COUNTS, "idle-hit-ratio")).isNull();
    assertThat(DriverCounts.figure(COUNTS, "unknown-hit-ratio")).isNull();
  }

  @Test
  void theRatioIsShownWithTheCounts() {
    assertThat(DriverCounts.texts(COUNTS))
        .containsEntry("cache-hits", "900")
        .containsEntry("cache-hit-ratio", "90 %")
        .doesNotContainKey("idle-hit-ratio");
  }
}

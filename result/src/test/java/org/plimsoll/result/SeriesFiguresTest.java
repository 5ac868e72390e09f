package org.plimsoll.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SeriesFiguresTest {
  private static final Map<String, SeriesFigures> ALL =
      Map.of(
          "redis.used_memory_bytes", new SeriesFigures(3, 1, 2, 4, 3, null),
          "load{node=\"a\"}", new SeriesFigures(3, 1, 2, 5, 3, null),
          "load{node=\"b\"}", new SeriesFigures(3, 0, 2, 7, 3, null),
          "dropped/s{node=\"a\"}", new SeriesFigures(3, 0, 1, 2, 0, 10.0),
          "dropped/s{node=\"b\"}", new SeriesFigures(3, 0, 1, 2, 0, 5.0));

  @Test
  void aSeriesIsBoundedByItsHighestOrItsLowestValue() {
    assertThat(SeriesFigures.bounded(ALL, "redis.used_memory_bytes", true)).isEqualTo(4);
    assertThat(SeriesFigures.bounded(ALL, "redis.used_memory_bytes", false)).isEqualTo(1);
  }

  @Test
  void aNameWithoutLabelsStandsForAllNodes() {
    assertThat(SeriesFigures.bounded(ALL, "load", true)).isEqualTo(7);
    assertThat(SeriesFigures.bounded(ALL, "load", false)).isZero();
    assertThat(SeriesFigures.bounded(ALL, "load{node=\"a\"}", true)).isEqualTo(5);
  }

  @Test
  void aCounterIsBoundedByItsGrowthOnAllNodes() {
    assertThat(SeriesFigures.bounded(ALL, "dropped_total", true)).isEqualTo(15);
    assertThat(SeriesFigures.bounded(ALL, "dropped_total{node=\"a\"}", true)).isEqualTo(10);
    assertThat(SeriesFigures.bounded(ALL, "dropped/s", true)).isEqualTo(2);
  }

  @Test
  void whatNobodyReportedIsUnknown() {
    assertThat(SeriesFigures.bounded(ALL, "redis.used_memory", true)).isNull();
  }
}

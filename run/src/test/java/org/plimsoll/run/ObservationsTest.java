package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.run.second.ObservedSecond;

class ObservationsTest {
  private final Observations observations = new Observations(new ChangeCounts());

  @Test
  void aBoundThatIsMetIsAFinding() {
    observations.add(new ObservedSecond(Map.of(), Map.of(), Map.of(), true, true), true);

    assertThat(observations.finding().map(Finding::code)).contains(FindingCode.SERIES_LEFT_OUT);
    assertThat(observations.finding().map(Finding::text).orElseThrow())
        .contains("telemetry has more series", "the driver has more counters");
  }

  @Test
  void withinItsBoundsThereIsNoFinding() {
    observations.add(second(2, 5), true);
    assertThat(observations.finding()).isEmpty();
  }

  @Test
  void recordsFromBeforeTheMeasurementAreExcludedButTheirNamesStay() {
    observations.add(second(3, 1_000_000), true);
    observations.begin();
    assertThat(observations.counts()).isEqualTo(Map.of("hits", 0L));
    assertThat(observations.durations().get("wait")).isEqualTo(new Histogram(3));

    observations.add(second(4, 50), true);
    observations.add(second(7, 2_000_000), false);
    observations.add(second(5, 60), true);
    assertThat(observations.counts()).isEqualTo(Map.of("hits", 9L));
    Histogram wait = VirtualRuns.known(observations.durations().get("wait"));
    assertThat(wait.getTotalCount()).isEqualTo(2);
    assertThat(wait.getMaxValue()).isEqualTo(60);
  }

  private static ObservedSecond second(long hits, long waitNanos) {
    Histogram wait = new Histogram(3);
    wait.recordValue(waitNanos);
    return new ObservedSecond(Map.of("hits", hits), Map.of("wait", wait), Map.of(), false, false);
  }
}

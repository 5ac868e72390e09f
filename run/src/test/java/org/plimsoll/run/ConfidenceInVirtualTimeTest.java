package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.result.Confidence;
import org.plimsoll.result.Summary;

/** Compares a run's confidence intervals with the known truth. */
class ConfidenceInVirtualTimeTest extends VirtualRuns {
  @Test
  void theTrueValueIsBetweenTheBounds() throws Exception {
    Summary summary =
        run(
            "sim:?service=exponential(1ms)",
            Map.of("rate", "2000", "arrivals", "poisson", "for", "40s", "seed", "3"),
            run -> {});
    for (String operation : new String[] {"all", "read"}) {
      Confidence sure =
          known(
              known(known(summary.figures().operations().get(operation)).responseNanos())
                  .confidence());
      assertThat(sure.level()).isEqualTo(0.95);
      assertHolds(known(sure.intervals().get("mean")), 1e6);
      assertHolds(known(sure.intervals().get("p50")), Math.log(2) * 1e6);
      assertHolds(known(sure.intervals().get("p99")), Math.log(100) * 1e6);
    }
    Summary again =
        ResultJson.mapper()
            .readValue(ResultJson.mapper().writeValueAsString(summary), Summary.class);
    assertThat(response(again).confidence()).isEqualTo(response(summary).confidence());
  }

  @Test
  void aShortRunReportsWhyItHasNoInterval() throws Exception {
    Summary summary =
        run("sim:?service=exponential(1ms)", Map.of("rate", "500", "for", "5s"), run -> {});
    Confidence sure = known(response(summary).confidence());
    assertThat(sure.intervals()).isEmpty();
    assertThat(sure.insufficient().get("p50")).contains("recorded, of 8 needed");
  }

  private static void assertHolds(Confidence.Range range, double truthNanos) {
    assertThat(range.low()).isBetween(truthNanos * 0.9, truthNanos * 1.001);
    assertThat(range.high()).isBetween(truthNanos * 0.999, truthNanos * 1.1);
  }
}

package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.SteadyState;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;

/** Tests a run's findings about levels, where the levels are known. */
class SteadyStateInVirtualTimeTest extends VirtualRuns {
  @Test
  void aConstantLoadOnAConstantStoreIsSteady() throws Exception {
    Summary summary =
        run(
            "sim:?max-throughput=1250",
            Map.of("rate", "1000", "arrivals", "poisson", "for", "120s", "seed", "2"),
            run -> {});
    SteadyState state = known(summary.details().steadyState());
    assertThat(state.answer()).isEqualTo("steady");
    assertThat(state.fromNanos()).isEqualTo(2_000_000_000L);
    assertThat(state.changes()).isEmpty();
    assertThat(known(state.spread().get("p99")).count()).isBetween(118, 120);
    assertThat(summary.verdict().findings()).isEmpty();
  }

  @Test
  void anOverloadedStoreIsNeverSteady() throws Exception {
    Summary summary =
        run(
            "sim:?max-throughput=1000",
            Map.of("rate", "1050", "for", "60s", "timeout", "10s"),
            run -> {});
    SteadyState state = known(summary.details().steadyState());
    assertThat(state.answer()).isEqualTo("never steady");
    assertThat(state.fromNanos()).isNull();
    assertThat(state.changes()).extracting(SteadyState.Change::figure).contains("p50");
    assertThat(summary.verdict().findings())
        .filteredOn(finding -> finding.code() == FindingCode.NEVER_STEADY)
        .singleElement()
        .extracting(Finding::severity)
        .isEqualTo(Severity.INFO);
  }

  @Test
  void aShortRunHasNoSteadyState() throws Exception {
    Summary summary =
        run("sim:?service=constant(1ms)", Map.of("rate", "100", "for", "5s"), run -> {});
    assertThat(known(summary.details().steadyState()).answer()).isEqualTo("insufficient data");
  }
}

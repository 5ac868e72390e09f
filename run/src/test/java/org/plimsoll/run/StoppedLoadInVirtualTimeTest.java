package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Summary;

/** A stopped measurement ends at once, not with the slowest answer. */
class StoppedLoadInVirtualTimeTest extends VirtualRuns {
  @ParameterizedTest
  @CsvSource({"workers, 2, 2", "rate, 10, 15"})
  void operationsInFlightAreExcludedFromTheTime(String load, String number, long begun)
      throws Exception {
    Map<String, String> values =
        new HashMap<>(Map.of(load, number, "warmup", "0", "for", "60s", "timeout", "30s"));
    if (load.equals("rate")) {
      values.put("arrivals", "constant");
    }

    Summary summary = run("sim:?service=constant(4s)", values, run -> at(1_500, run::stop));

    assertThat(summary.elapsedNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1_500));
    assertThat(summary.verdict().findings())
        .extracting(Summary.Finding::text)
        .contains("The run was stopped after 1.50 s of the planned 60.0 s.");
    assertThat(summary.accounting().scheduled()).isEqualTo(begun);
    assertThat(
            summary.accounting().answered().succeeded()
                + summary.accounting().answered().notFound())
        .isEqualTo(begun);
  }

  @Test
  void completeMeasurementsAreNotCutShort() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(4s)",
            Map.of("rate", "10", "warmup", "0", "for", "2s", "timeout", "30s"),
            run -> at(2_500, run::stop));
    assertThat(summary.verdict().has(FindingCode.INTERRUPTED)).isFalse();
  }

  @Test
  void abortedRunsSayHowManyOperationsTheyLack() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(4s)",
            Map.of("rate", "10", "arrivals", "constant", "warmup", "0", "ops", "100"),
            run -> at(1_950, run::abort));
    assertThat(summary.verdict().findings())
        .extracting(Summary.Finding::text)
        .contains("The run was aborted after 19 of the planned 100 operations.");
  }
}

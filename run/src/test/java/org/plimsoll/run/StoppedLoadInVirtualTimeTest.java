package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    assertThat(summary.accounting().scheduled()).isEqualTo(begun);
    assertThat(
            summary.accounting().answered().succeeded()
                + summary.accounting().answered().notFound())
        .isEqualTo(begun);
  }
}

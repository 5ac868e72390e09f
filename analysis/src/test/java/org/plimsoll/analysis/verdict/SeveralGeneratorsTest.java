package org.plimsoll.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Pauses;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/** Tests what a fault of one generator of ten means for the whole. */
class SeveralGeneratorsTest {
  private static final long SECOND = 1_000_000_000;
  private static final long OPERATIONS = 100_000;

  private final List<Evidence.Machine> machines =
      new ArrayList<>(
          Collections.nCopies(10, new Evidence.Machine("1", 2, SECOND, 0, 0, 0, Pauses.NONE, 0)));
  private Histogram times = times(1_000_000, OPERATIONS);
  private Histogram lag = times(2_000, OPERATIONS);

  @Test
  void oneStoppedGeneratorSpoilsTheP99AndNotTheMedian() {
    machines.set(
        6,
        new Evidence.Machine(
            "7", 2, SECOND, 0, 0, 0, new Pauses(3, 3 * SECOND, SECOND), 300_000_000));
    times = times(1_000_000, OPERATIONS - 3_000);
    times.recordValueWithCount(500_000_000, 3_000);
    lag = times(2_000, OPERATIONS - 3_000);
    lag.recordValueWithCount(499_000_000, 3_000);

    assertThat(of(FindingCode.GENERATOR_PAUSED))
        .isEqualTo(
            new Finding(
                FindingCode.GENERATOR_PAUSED,
                Severity.INVALID,
                "Generator 7 was paused 3 times (30.0 % of the run, longest 1,000 ms): up to 100 %"
                    + " of the p99 shown."));
    assertThat(of(FindingCode.GENERATOR_LATE).severity()).isEqualTo(Severity.INVALID);
    assertThat(of(FindingCode.GENERATOR_LATE).text())
        .contains("p99 of the dispatch lag")
        .endsWith(
            "The pacer of generator 7 waited for a processor for 3.00 % and was paused for"
                + " 30.0 % of the time.");

    lag = times(2_000, OPERATIONS);
    times = times(1_000_000, OPERATIONS);
    assertThat(of(FindingCode.GENERATOR_PAUSED).severity()).isEqualTo(Severity.INFO);
  }

  @Test
  void theWorstMachineIsNamed() {
    machines.set(3, new Evidence.Machine("4", 2, 19 * SECOND, 0, 0, 0, Pauses.NONE, 0));
    machines.set(5, new Evidence.Machine("6", 2, SECOND, 0.99, 0.2, SECOND, Pauses.NONE, 0));

    assertThat(of(FindingCode.GENERATOR_SATURATED).text())
        .startsWith("Generator 4 was saturated: it used 95 % of its 2 processors");
    assertThat(of(FindingCode.CPU_STOLEN).text())
        .isEqualTo(
            "Other virtual machines took 20.0 % of the CPU time of the machine of generator 6.");
    assertThat(of(FindingCode.CPU_THROTTLED).text())
        .isEqualTo("A CPU quota stopped generator 6 for 10.0 % of the time.");
    assertThat(of(FindingCode.MACHINE_BUSY).text())
        .startsWith("The processors of the machine of generator 6 were busy for 99 %");
  }

  private Finding of(FindingCode code) {
    return SelfCheck.findings(
            new Evidence(
                Model.OPEN,
                false,
                10 * SECOND,
                new Accounting(
                    OPERATIONS, new Accounting.Answered(OPERATIONS, 0), Accounting.Errors.NONE, 0),
                new Shown(times, 0, Set.of()),
                new Evidence.Arrivals(lag, new Evidence.Room(0, 0, 500), 0, null),
                machines,
                null))
        .stream()
        .filter(each -> each.code() == code)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no finding " + code));
  }

  private static Histogram times(long nanos, long count) {
    Histogram times = new Histogram(3);
    times.recordValueWithCount(nanos, count);
    return times;
  }
}

package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Validity;

/** Tests with a target whose capacity changes while it runs, so that its queue is known. */
class ElasticityTest extends VirtualRuns {
  private static final Map<String, String> LOAD =
      Map.of("rate", "1000", "for", "60s", "warmup", "0", "timeout", "1m");

  /**
   * From 10 s on, 800 of 1,000 operations per second are served, so the backlog is 2,000 after 10
   * s. Then 2,000/s are served, and the backlog is gone after 2,000 / (2,000 − 1,000) = 2 s. With
   * 1,500/s it takes 4 s.
   */
  @ParameterizedTest
  @CsvSource({"2000, 2.0", "1500, 4.0", "1250, 8.0"})
  void theTimeToDrainTheQueueIsMeasured(int capacity, double seconds) throws Exception {
    Summary summary =
        run(
            "sim:?max-throughput=1250&max-throughput-changes=10s:800,20s:" + capacity,
            LOAD,
            run -> {});

    List<Finding> told =
        summary.verdict().findings().stream()
            .filter(finding ->
                finding.code() == FindingCode.SETTLED || finding.code() == FindingCode.NOT_SETTLED)
            .toList();
    assertThat(told)
        .extracting(Finding::code)
        .containsExactly(FindingCode.NOT_SETTLED, FindingCode.SETTLED);
    assertThat(told.getLast().text()).contains("max-throughput is " + capacity + " now", "20.0 s");
    // Up to a tenth of a second may be counted in the next interval.
    assertThat(Double.parseDouble(told.getLast().text().replaceAll(".*within ([0-9.]+) s.*", "$1")))
        .isBetween(seconds, seconds + 1);
    assertThat(summary.verdict().validity()).isEqualTo(Validity.VALID);
  }

  @Test
  void theWaitsAreThoseOfTheQueue() throws Exception {
    Summary summary =
        run("sim:?max-throughput=1250&max-throughput-changes=10s:800,20s:2000", LOAD, run -> {});

    // The 10,000th operation of the slow period finds 2,000 in the queue, which is served at
    // 2,000/s.
    assertThat(known(response(summary).max()) / 1e6).isCloseTo(2_000, within(600.0));
    // An operation that arrives after u seconds of the slow period finds 200 u in the queue.
    Interval fifth = intervals().get(14);
    double waits = known(fifth.figures().operations().get("all")).responseNanos().max() / 1e6;
    assertThat(waits).isCloseTo(200 * 5 / 0.8 / 1.25, within(10.0));
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(60_000);
  }

  @ParameterizedTest
  @CsvSource({
    "30s=2000, 'such as 30s:2000,60s:1500, or none, was '",
    "30s:0, 'such as 30s:2000,60s:1500, or none, was '",
    "'30s:1,20s:2', in the order of time",
  })
  void invalidSchedulesAreRefused(String changes, String says) {
    assertThatThrownBy(
            () -> run("sim:?max-throughput=1&max-throughput-changes=" + changes, LOAD, run -> {}))
        .hasMessageContaining("max-throughput-changes")
        .hasMessageContaining(says);
  }

  @Test
  void aChangeNeedsAParameter() {
    assertThatThrownBy(() -> run("sim:?max-throughput-changes=30s:2000", LOAD, run -> {}))
        .hasMessageContaining("max-throughput: must be a number");
  }
}

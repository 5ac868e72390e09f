package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.result.Course;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;

/** Tests what a run reports about a target that fails for a while, and about changes. */
final class OutagesInVirtualTimeTest extends VirtualRuns {
  private static final double SECOND = 1e9;
  private static final FailingDriver REFUSES_FOR_8_SECONDS =
      new FailingDriver(5_000_000_000L, 12_990_000_000L, 5_000_000L);

  @ParameterizedTest
  @ValueSource(strings = {"open", "closed"})
  void refusedConnectionsAreAnEventWithItsBeginAndItsEnd(String model) throws Exception {
    run(REFUSES_FOR_8_SECONDS, "failing:", load(model), run -> {});
    List<RunEvent> outages = events(EventKind.OUTAGE);
    assertThat(outages).hasSize(2);
    assertThat(outages.getFirst().text()).isEqualTo("every operation has failed since 0:05");
    assertThat(outages.getLast().text())
        .matches(
            "the target answered nothing from 0:05 to 0:13 \\((7.9|8.0)\\d s\\): every operation"
                + " failed");
    RunEvent.Period period = known(outages.getLast().period());
    assertThat(period.sinceNanos() / SECOND).isCloseTo(5, within(0.05));
    assertThat(known(period.lengthNanos()) / SECOND).isCloseTo(8, within(0.05));
  }

  @Test
  void anOutageIsAFindingWithTheTimeUntilTheOldP99() throws Exception {
    Summary summary = run(REFUSES_FOR_8_SECONDS, "failing:", load("open"), run -> {});
    Course.Failures failures = known(summary.details().course().failureCourse());
    assertThat(failures.firstNanos() / SECOND).isCloseTo(5, within(0.1));
    assertThat(failures.lastNanos() / SECOND).isCloseTo(13, within(0.1));
    assertThat(failures.silentNanos() / SECOND).isCloseTo(8, within(0.1));
    assertThat(failures.count()).isEqualTo(1);
    Course.Disruption disruption = failures.disruptions().getFirst();
    assertThat(disruption.errors()).isBetween(7_980L, 8_000L);
    assertThat(known(disruption.p99BeforeNanos()) / 1e6).isCloseTo(1, within(0.01));
    assertThat(known(disruption.recoveryNanos()) / SECOND).isCloseTo(2, within(0.1));
    assertThat(summary.verdict().findings())
        .filteredOn(finding -> finding.code() == FindingCode.OUTAGE)
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.text())
                .matches(
                    "Outage: nothing succeeded from 0:05 to 0:13 \\((7.9|8.0)\\d s\\), 7,9\\d\\d"
                        + " operations failed; the p99 was back at 1.00 ms 2.00 s later\\."));
    Summary read = ResultJson.mapper().readValue(ResultJson.text(summary), Summary.class);
    assertThat(read.details().course()).isEqualTo(summary.details().course());
  }

  @Test
  void anOutageAtTheEndHasAnEnd() throws Exception {
    run(
        new FailingDriver(5_000_000_000L, Long.MAX_VALUE, 0),
        "failing:",
        Map.of("rate", "1000", "warmup", "0", "for", "8s"),
        run -> {});
    assertThat(events(EventKind.OUTAGE))
        .hasSize(2)
        .last()
        .satisfies(event ->
            assertThat(event.text()).startsWith("every operation failed until the load ended"));
  }

  @Test
  void failuresAmongSuccessesAreNoOutage() throws Exception {
    Summary summary =
        run("sim:?error-rate=0.9", Map.of("rate", "1000", "warmup", "0", "for", "5s"), run -> {});
    assertThat(events(EventKind.OUTAGE)).isEmpty();
    assertThat(known(summary.details().course().failureCourse()).silentNanos()).isZero();
  }

  @Test
  void aRunWithoutFailuresAndChangesHasNeither() throws Exception {
    Summary summary = run("sim:", Map.of("rate", "1000", "warmup", "0", "for", "3s"), run -> {});
    assertThat(summary.details().course()).isEqualTo(Course.NONE);
    assertThat(ResultJson.text(summary)).doesNotContain("failureCourse", "segments");
  }

  @Test
  void figuresBeforeAndAfterEachChangeAreParts() throws Exception {
    Summary summary =
        steered(
            RunRequest.of(
                "sim:?service=constant(2ms)",
                Map.of(
                    "rate",
                    "100",
                    "warmup",
                    "0",
                    "for",
                    "12s",
                    "schedule",
                    "at=4500ms rate=200; at=8500ms rate=50")),
            run -> {});
    List<Course.Segment> segments = summary.details().course().segments();
    assertThat(segments).hasSize(3);
    assertThat(segments.getFirst().change()).isEmpty();
    assertThat(segments.get(1).change()).contains("rate").contains("200");
    assertThat(segments)
        .extracting(Course.Segment::throughputPerSecond)
        .satisfiesExactly(
            before -> assertThat(before).isCloseTo(100, within(1.0)),
            between -> assertThat(between).isCloseTo(200, within(1.0)),
            after -> assertThat(after).isCloseTo(50, within(1.0)));
    assertThat(segments.getFirst().toNanos() / SECOND).isCloseTo(4, within(0.1));
    assertThat(segments.get(1).fromNanos() / SECOND).isCloseTo(5, within(0.1));
    assertThat(known(segments.get(1).latencyNanos().mean()) / 1e6).isCloseTo(2, within(0.01));
  }

  private static Map<String, String> load(String model) {
    return model.equals("open")
        ? Map.of("rate", "1000", "warmup", "0", "for", "20s")
        : Map.of("workers", "2", "warmup", "0", "for", "20s");
  }

  private List<RunEvent> events(EventKind kind) {
    return events().stream().filter(event -> event.kind() == kind).toList();
  }
}

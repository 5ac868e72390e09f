package org.plimsoll.report.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.SampleRun;
import org.plimsoll.report.page.HtmlReport;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/** The summary of a run whose process was killed, from what its folder has. */
class InterruptedRunTest {
  private static final long TIMEOUT_NANOS = 5_000_000_000L;

  private static final int PER_SECOND = 500;
  private static final int WARMUP = 2;

  @TempDir Path temp;

  private final SampleRun sample = new SampleRun(3, PER_SECOND);

  @Test
  void figuresAreThoseOfTheWholeMeasurementAndNotOfTheLastSecond() throws IOException {
    Path folder = killed(30, 0, start(Map.of("rate", "10k", "slo", "p99<1ms")));

    Summary summary = summary(folder);

    assertThat(summary.elapsedNanos()).isEqualTo(28 * SampleRun.SECOND);
    assertThat(summary.figures().throughputPerSecond())
        .isCloseTo(PER_SECOND, offset(PER_SECOND * 0.001));
    assertThat(summary.accounting().scheduled()).isEqualTo(28 * PER_SECOND);
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(28 * PER_SECOND);
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    for (String operation : List.of("all", "read", "update")) {
      Histogram response = sample.histogram(operation + "/response");
      Summary.OperationSummary its =
          Objects.requireNonNull(summary.figures().operations().get(operation));
      assertThat(its.counts().answered()).isEqualTo(response.getTotalCount());
      double p99 = response.getValueAtPercentile(99);
      assertThat(
              (double)
                  Objects.requireNonNull(
                      Objects.requireNonNull(its.responseNanos()).percentiles().p99()))
          .as(operation)
          .isCloseTo(p99, offset(1_000 + p99 * 0.003));
    }
    assertThat(summary.verdict().validity()).isEqualTo(Validity.VALID);
    assertThat(summary.verdict().has(FindingCode.INTERRUPTED)).isTrue();
    assertThat(summary.verdict().slo()).isEqualTo(SloOutcome.UNDECIDED);
    assertThat(HtmlReport.of(RunReader.read(folder)))
        .contains("The run was interrupted: its process ended without a summary.")
        .doesNotContain("No summary");
  }

  @Test
  void manyInvalidIntervalsMakeItInvalid() throws IOException {
    Summary summary = summary(killed(30, 6, start(Map.of())));

    assertThat(summary.verdict().validity()).isEqualTo(Validity.INVALID);
    assertThat(summary.verdict().findings())
        .extracting(Summary.Finding::text)
        .contains("6 of 28 intervals are not valid, 6 of them invalid (generator-late 6).");
  }

  @Test
  void fewInvalidIntervalsMakeItSuspect() throws IOException {
    assertThat(summary(killed(30, 1, start(Map.of()))).verdict().validity())
        .isEqualTo(Validity.SUSPECT);
  }

  @Test
  void runsKilledBeforeTheirMeasurementHaveNoSummary() throws IOException {
    Path folder = killed(WARMUP, 0, start(Map.of()));
    assertThat(RunReader.read(folder).summary()).isNull();
    assertThat(HtmlReport.of(RunReader.read(folder))).contains("No summary");
  }

  @Test
  void runsThatAreStillWrittenHaveNoSummary() throws IOException {
    RunStart live =
        new RunStart(
            "a1b2", "live", "sim:", Instant.now(), 42, Map.of(), Collections.emptySortedSet(), 0);
    Path folder = killed(10, 0, live);
    assertThat(RunReader.read(folder).summary()).isNull();
    assertThat(RunReader.readEnded(folder).summary()).isNotNull();
  }

  @Test
  void failedRunsSayWhy() throws IOException {
    Path folder = temp.resolve("failed");
    RunStart start = start(Map.of());
    try (RunFolder written = RunFolder.at(folder)) {
      written.started(start);
      sample.play(written, 10);
      written.failed("the load failed");
    }
    assertThat(summary(folder).verdict().findings().getFirst().text())
        .startsWith("The run was interrupted: the load failed.");
  }

  @Test
  void changedSettingsAreShownWithTheirLastValue() throws IOException {
    Path folder = killed(10, 0, start(Map.of("rate", "100")));
    RunEvent.Change change = new RunEvent.Change("ann", "rate", "100", "150");
    Files.writeString(
        folder.resolve("events.jsonl"),
        ResultJson.mapper()
                .writeValueAsString(
                    new RunEvent(4 * SampleRun.SECOND, EventKind.PARAMETER, change.text(), change))
            + "\n");
    assertThat(HtmlReport.of(RunReader.read(folder)))
        .contains(
            "Settings changed during the run",
            "150 since 0:04, changed by ann; 100 at the start",
            "Resolved spec at the start");
  }

  private static RunStart start(Map<String, Object> spec) {
    return new RunStart(
        "a1b2",
        "killed",
        "sim:",
        Instant.parse("2026-11-21T10:00:00Z"),
        42,
        spec,
        Collections.emptySortedSet(),
        TIMEOUT_NANOS);
  }

  private Path killed(int seconds, int invalid, RunStart start) throws IOException {
    Path folder = temp.resolve(start.name() + seconds + "-" + invalid);
    try (RunFolder written = RunFolder.at(folder)) {
      written.started(start);
      for (int second = 0; second < seconds; second++) {
        Map<String, Histogram> tags = sample.histograms(second);
        Phase phase = second < WARMUP ? Phase.WARMUP : Phase.MEASURE;
        if (second == WARMUP) {
          sample.totals().clear();
          tags = sample.histograms(second);
        }
        Interval interval = sample.interval(second, phase, tags, 0);
        written.interval(
            second >= seconds - invalid
                ? new Interval(
                    interval.window(),
                    interval.figures(),
                    interval.dispatchLagNanos(),
                    interval.health(),
                    Map.of(),
                    null,
                    new Interval.Verdict(Validity.INVALID, List.of(FindingCode.GENERATOR_LATE)),
                    Map.of())
                : interval,
            tags);
      }
    }
    return folder;
  }

  private static Summary summary(Path folder) throws IOException {
    return Objects.requireNonNull(RunReader.read(folder).summary());
  }
}

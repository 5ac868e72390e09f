package org.plimsoll.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.SampleRun;
import org.plimsoll.report.folder.IntervalSum;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Rates;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.Validity;

class DisturbedBandsTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void adjacentIntervalsOfAKindAreOneBand() {
    List<Interval> intervals = new ArrayList<>();
    for (Validity validity :
        List.of(
            Validity.VALID,
            Validity.INVALID,
            Validity.INVALID,
            Validity.SUSPECT,
            Validity.VALID,
            Validity.SUSPECT)) {
      intervals.add(interval(intervals.size(), validity));
    }

    assertThat(DisturbedBands.of(intervals))
        .containsExactly(
            new Chart.Band(
                SECOND, 3 * SECOND, "invalid", "invalid from 0:01 to 0:03: machine-busy"),
            new Chart.Band(
                3 * SECOND, 4 * SECOND, "suspect", "suspect from 0:03 to 0:04: machine-busy"),
            new Chart.Band(
                5 * SECOND, 6 * SECOND, "suspect", "suspect from 0:05 to 0:06: machine-busy"));
  }

  @Test
  void sumsHaveTheWorstValidityOfTheirParts() {
    Interval sum = IntervalSum.of(interval(0, Validity.INVALID), interval(1, Validity.VALID));
    assertThat(sum.verdict().validity()).isEqualTo(Validity.INVALID);
    assertThat(sum.verdict().findings()).containsExactly(FindingCode.MACHINE_BUSY);
  }

  @Test
  void validityIsStoredAndShadesTheReport(@TempDir Path temp) throws Exception {
    try (RunFolder folder = RunFolder.below(temp, SampleRun.start("shaded", "sim:"))) {
      folder.started(SampleRun.start("shaded", "sim:"));
      for (int second = 0; second < 5; second++) {
        folder.interval(
            interval(second, second == 2 ? Validity.INVALID : Validity.VALID), Map.of());
      }
      RecordedRun run = RunReader.read(folder.folder());
      assertThat(run.intervals())
          .extracting(each -> each.verdict().validity())
          .containsExactly(
              Validity.VALID, Validity.VALID, Validity.INVALID, Validity.VALID, Validity.VALID);
      assertThat(HtmlReport.of(run))
          .contains(
              "<title>invalid from 0:02 to 0:03: machine-busy</title>", "class=\"band invalid\"");
    }
  }

  private static Interval interval(int second, Validity validity) {
    Interval.Percentiles none = new Interval.Percentiles(0, 0, 0, 0, 0, 0);
    return new Interval(
        new Interval.Window((second + 1) * SECOND, SECOND, Phase.MEASURE),
        new Interval.LoadInterval(
            1000,
            new Rates(1000.0, 1000, 1000.0, 0.0),
            0,
            0,
            new Accounting(1000, new Accounting.Answered(1000, 0), Accounting.Errors.NONE, 0),
            Map.of(),
            Map.of("all", new Interval.OperationInterval(1000, none, none))),
        none,
        new Interval.Health(0.1, 0, 0, 0, 0),
        Map.of(),
        null,
        new Interval.Verdict(
            validity, validity == Validity.VALID ? List.of() : List.of(FindingCode.MACHINE_BUSY)),
        Map.of());
  }
}

package org.plimsoll.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.SampleRun;
import org.plimsoll.report.folder.Labels;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunStart;

/** What a report shows of a run folder. */
class ReportPageTest {
  private static final int FILL_SECONDS = 3;
  private static final Pattern Y_LABEL = Pattern.compile("class=\"y\">([^<]*)<");

  @TempDir Path folder;

  private interface Recorded {
    void into(RunFolder run);
  }

  private String page(Recorded recorded) throws IOException {
    try (RunFolder run = RunFolder.at(folder.resolve("run"))) {
      RunStart start = SampleRun.start("sample", "sim:");
      run.started(start);
      recorded.into(run);
      SampleRun sample = new SampleRun(7, 1_000);
      sample.histograms(0);
      run.finished(sample.normal(start));
    }
    return HtmlReport.of(RunReader.read(folder.resolve("run")));
  }

  /** Three seconds of a fill that is 30 times as fast and slow as the load, and the load. */
  private static void filled(RunFolder run, int loadSeconds) {
    SampleRun fill = new SampleRun(3, 30_000);
    SampleRun load = new SampleRun(4, 1_000);
    for (int second = 0; second < FILL_SECONDS; second++) {
      Map<String, Histogram> tags = fill.histograms(second);
      tags.values().forEach(histogram -> histogram.recordValueWithCount(30_000_000_000L, 1_000));
      run.interval(fill.interval(second, Phase.FILL, tags, 0), tags);
    }
    for (int second = FILL_SECONDS; second < FILL_SECONDS + loadSeconds; second++) {
      Map<String, Histogram> tags = load.histograms(second);
      run.interval(load.interval(second, Phase.MEASURE, tags, 0), tags);
    }
  }

  /** The labels of the vertical axis of a section's wide chart. */
  private static List<String> scale(String page, String title) {
    String section = page.substring(page.indexOf("<h2>" + title));
    Matcher labels = Y_LABEL.matcher(section.substring(0, section.indexOf("</svg>")));
    List<String> scale = new ArrayList<>();
    while (labels.find()) {
      scale.add(labels.group(1));
    }
    return scale;
  }

  @Test
  void theSecondsOfAFillDoNotSetTheScalesOfTheLoad() throws IOException {
    String page = page(run -> filled(run, 12));
    assertThat(scale(page, "Throughput")).first().isEqualTo("0/s");
    assertThat(scale(page, "Throughput")).last().isEqualTo("1k/s");
    assertThat(scale(page, "Response time over time")).last().isEqualTo("10 ms");
    assertThat(scale(page, "Response time heat map")).last().isEqualTo("10 ms");
    assertThat(scale(page, "Dispatch lag")).last().isEqualTo("100 µs");
    assertThat(page).contains("The charts are scaled to the load.");
  }

  @Test
  void theTargetsOwnNumbersAreScaledToTheLoad() {
    List<Interval> intervals = new ArrayList<>();
    for (int second = 0; second < 10; second++) {
      Phase phase = second < FILL_SECONDS ? Phase.FILL : Phase.MEASURE;
      Interval plain = new SampleRun(3, 10).interval(second, phase, Map.of(), 0);
      intervals.add(
          new Interval(
              plain.window(),
              plain.figures(),
              plain.dispatchLagNanos(),
              plain.health(),
              plain.scenarios(),
              plain.probe(),
              plain.verdict(),
              Map.of("commands/s", phase == Phase.FILL ? 90_000.0 : 1_000.0)));
    }
    assertThat(TelemetryCharts.of(intervals).get("commands/s"))
        .contains(">1k/s</text>")
        .doesNotContain("0k/s</text>");
  }

  @Test
  void aRunThatOnlyFillsIsScaledToItsFill() throws IOException {
    String page = page(run -> filled(run, 0));
    assertThat(scale(page, "Throughput")).last().isEqualTo("30k/s");
    assertThat(page).doesNotContain("The charts are scaled to the load.");
  }

  @Test
  void aLoadThatMeasuredNothingLeavesTheScalesToTheFill() throws IOException {
    String page =
        page(run -> {
          filled(run, 0);
          run.interval(
              new SampleRun(4, 1_000).interval(FILL_SECONDS, Phase.MEASURE, Map.of(), 0), Map.of());
        });
    assertThat(scale(page, "Service time over time")).last().isEqualTo("100 s");
  }

  @Test
  void tagsAndNotesAreInTheHead() throws IOException {
    assertThat(page(run -> {})).doesNotContain("class=\"tags\"", "class=\"notes\"");
    new Labels(List.of("nightly", "redis <7>"), "after the upgrade\n& before the <move>")
        .write(folder.resolve("run"));
    String page = HtmlReport.of(RunReader.read(folder.resolve("run")));
    assertThat(page.substring(0, page.indexOf("</header>")))
        .contains("<span>nightly</span><span>redis &lt;7&gt;</span>")
        .contains("<p class=\"notes\">after the upgrade\n&amp; before the &lt;move&gt;</p>");
  }

  @Test
  void eventsOfTheGeneratorAreFoldedAndHaveNoMark() throws IOException {
    String page =
        page(run -> {
          new SampleRun(7, 1_000).play(run, 10);
          for (int second = 3; second < 8; second++) {
            run.event(
                new RunEvent(
                    second * SampleRun.SECOND,
                    EventKind.GENERATOR,
                    "the generator disturbed the intervals " + second));
          }
        });
    String events = page.substring(page.indexOf("<h2>Events</h2>"));
    int fold = events.indexOf("<details><summary>5 events of the generator</summary>");
    assertThat(fold).isPositive();
    assertThat(events.substring(0, fold)).contains("phase: measure").doesNotContain("disturbed");
    assertThat(events.substring(fold, events.indexOf("</details>")).split("disturbed", -1))
        .hasSize(6);
    assertThat(page.substring(0, page.indexOf("<h2>Events</h2>"))).doesNotContain("disturbed the");
  }

  @Test
  void countAndRateAreBelowTheNameAndTakeNoColumns() throws IOException {
    String page = page(run -> {});
    assertThat(page)
        .contains("<small><span class=\"n\">1,000</span><br><span class=\"n\">35.7/s</span>");
    String head = page.substring(page.indexOf("<h2>Latency"));
    assertThat(head.substring(0, head.indexOf("</tr>")).split("<th>", -1)).hasSize(1 + 9);
  }

  @Test
  void aReportIsWrittenIntoTheFolder() throws IOException {
    String page = page(run -> filled(run, 2));
    assertThat(Files.readString(HtmlReport.write(folder.resolve("run")))).isEqualTo(page);
  }
}

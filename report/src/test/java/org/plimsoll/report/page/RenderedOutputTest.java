package org.plimsoll.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.report.SampleRun;
import org.plimsoll.report.ScenarioSamples;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.report.terminal.LatencyCell;
import org.plimsoll.report.terminal.ProgressLine;
import org.plimsoll.report.terminal.Screen;
import org.plimsoll.report.terminal.SummaryTable;
import org.plimsoll.report.terminal.TerminalText;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Confidence;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Figures;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Severity;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/** Compares rendered output with golden files; {@code -Dgolden.update=true} updates them. */
final class RenderedOutputTest {
  private static final Path GOLDEN = Path.of("src/test/resources/org/plimsoll/report");
  private static final String EVIL = "<script>alert('x')</script>";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "normal",
        "censored",
        "unsupported",
        "closed",
        "failed",
        "unicode",
        "suspect",
        "scenarios",
        "iterations"
      })
  void theTableMatchesTheGoldenFile(String name) throws IOException {
    Path folder = Path.of("runs", name);
    String table = SummaryTable.of(summary(name), folder, Screen.PLAIN);
    assertThat(table.lines().filter(line -> TerminalText.width(line) > 80)).isEmpty();
    assertGolden(name + ".txt", table);
    String narrow = SummaryTable.of(summary(name), folder, new Screen(60, false));
    assertThat(narrow.lines().filter(line -> TerminalText.width(line) > 60))
        .allMatch(line -> line.startsWith("Details: plimsoll report "));
    String colored = SummaryTable.of(summary(name), folder, new Screen(80, true));
    assertThat(colored).isNotEqualTo(table);
    assertThat(colored.replaceAll("\u001b\\[\\d*m", "")).isEqualTo(table);
  }

  @ParameterizedTest
  @CsvSource({"p50, true", "p90, false"})
  void confidenceRowsAreShownIfAnyOfTheirFiguresIs(String name, boolean isShown) {
    SampleRun sample = new SampleRun(3, 1000);
    sample.play(new RunListener() {}, 30);
    Latency latency = SampleRun.latency(sample.histogram("read/service"));
    var confidence = new Confidence(0.95, Map.of(name, new Confidence.Range(1, 2.0)), Map.of());
    Latency sure =
        new Latency(
            latency.mean(),
            latency.standardDeviation(),
            latency.min(),
            latency.percentiles(),
            latency.max(),
            Latency.Missing.NONE,
            confidence);
    Summary.LoadInfo load = new Summary.LoadInfo("open", 1000.0, null);
    Summary summary =
        SampleRun.summary(
            SampleRun.start("sure", "sim:"),
            load,
            SampleRun.verdict(Validity.VALID, SloOutcome.NONE),
            new Accounting(1, new Accounting.Answered(1, 0), Accounting.Errors.NONE, 0),
            Map.of("all", SampleRun.operation(1, Map.of(), null, sure)));
    assertThat(SummaryTable.of(summary, null, Screen.PLAIN).contains("±")).isEqualTo(isShown);
  }

  @Test
  void theTableHasTheDriversTimings() {
    SampleRun sample = new SampleRun(3, 1000);
    sample.play(new RunListener() {}, 30);
    Latency times = SampleRun.latency(sample.histogram("read/service"));
    Summary summary =
        SampleRun.summary(
            SampleRun.start("timed", "cdc:"),
            new Summary.LoadInfo("open", 1000.0, null),
            SampleRun.verdict(Validity.VALID, SloOutcome.NONE),
            new Accounting(1, new Accounting.Answered(1, 0), Accounting.Errors.NONE, 0),
            sample.operations(),
            Map.of("propagation", times, "ycsb-read-modify-write", times));
    String figures =
        SummaryTable.of(summary, null, Screen.PLAIN)
            .lines()
            .dropWhile(line -> !line.startsWith("read "))
            .filter(line -> line.startsWith("  service "))
            .findFirst()
            .orElseThrow()
            .replace("service", "")
            .strip();
    assertThat(SummaryTable.of(summary, null, Screen.PLAIN))
        .containsPattern(
            "timed by the driver\n  propagation +"
                + Pattern.quote(figures)
                + "\n  ycsb-read-modify-write\n +"
                + Pattern.quote(figures)
                + "\n");
  }

  @Test
  void theProgressLinesMatchTheGoldenFile() throws IOException {
    SampleRun sample = new SampleRun(11, 1000);
    StringBuilder lines = new StringBuilder();
    for (int second = 18; second < 24; second++) {
      Map<String, Histogram> tags = sample.histograms(second);
      Phase phase = second == 18 ? Phase.WARMUP : Phase.MEASURE;
      Interval interval = sample.interval(second, phase, tags, second == 23 ? 1234 : 0);
      lines.append(ProgressLine.plain(interval, second == 20 ? 0 : 30 * SampleRun.SECOND, 80));
      lines.append('\n');
      tags.keySet().removeIf(tag -> tag.endsWith("response") || tag.equals("dispatch-lag"));
      Interval closed = sample.interval(second, phase, tags, 0);
      lines.append(ProgressLine.plain(closed, 7200 * SampleRun.SECOND, 80)).append('\n');
      assertThat(ProgressLine.status(interval, 0, 80, true))
          .contains(ProgressLine.plain(interval, 0, 80));
    }
    lines
        .append(ProgressLine.plain(sample.interval(1, Phase.FILL, Map.of(), 0), 0, 80))
        .append('\n');
    assertThat(lines.toString().lines().filter(l -> TerminalText.width(l) > 80)).isEmpty();
    assertGolden("progress.txt", lines.toString());
  }

  @Test
  void figuresHaveThreeDigitsInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(
              List.of(
                  Figures.duration(0),
                  Figures.duration(999),
                  Figures.duration(1_234_567),
                  Figures.duration(27_849_999),
                  Figures.duration(999_600),
                  Figures.duration(5e9),
                  Figures.count(1_234_567),
                  Figures.shortRate(9994),
                  Figures.percent(0.99996),
                  Figures.percent(1),
                  Figures.percent(0.00001),
                  Figures.clock(11_250 * SampleRun.SECOND),
                  LatencyCell.bound(5 * SampleRun.SECOND),
                  LatencyCell.bound(250_000_000)))
          .containsExactly(
              "0 ns",
              "999 ns",
              "1.23 ms",
              "27.8 ms",
              "1.00 ms",
              "5.00 s",
              "1,234,567",
              "9.99k",
              "99.99 %",
              "100 %",
              "< 0.01 %",
              "3:07:30",
              "5 s",
              "250 ms");
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"busy", "empty", "broken", "closed"})
  void theReportIsSelfContainedAndEscapesTextsOfTheTarget(String kind, @TempDir Path temp)
      throws IOException {
    RunStart start = SampleRun.start(EVIL, "redis://" + EVIL);
    String keep = System.getProperty("report.samples");
    Path folder = (keep == null ? temp : Path.of(keep)).resolve(kind);
    SampleRun sample = new SampleRun(7, 1000);
    try (RunFolder run = RunFolder.at(folder)) {
      run.started(start);
      switch (kind) {
        case "busy" -> {
          sample.play(run, 60);
          run.event(new RunEvent(20 * SampleRun.SECOND, EventKind.WARNING, EVIL));
          run.finished(sample.normal(start));
        }
        case "empty" -> run.finished(summary("failed", start));
        case "closed" -> {
          closed(run, sample);
          run.finished(summary("suspect", start));
        }
        default -> {
          for (int second = 0; second < 30; second++) {
            run.interval(sample.interval(second, Phase.MEASURE, Map.of(), 1000), Map.of());
          }
          run.finished(summary("failed", start));
        }
      }
    }
    String html = Files.readString(HtmlReport.write(folder));
    assertThat(html)
        .doesNotContain("<script", "<link", "src=", "@import", "url(", "NaN", "Infinity");
    assertThat(html.replace("http-equiv", "")).doesNotContain("http");
    assertThat(html).contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
    if (kind.equals("empty")) {
      assertThat(html).contains("first message", "Connection refused: /192.168.100.17:6379, after");
    }
    assertThat(html.length()).isLessThan(1_000_000);
  }

  @Test
  void theReportShowsTheVerdictFirstThenWaitsAndMarkedEvents(@TempDir Path temp)
      throws IOException {
    RunStart start = SampleRun.start("marks", "sim:");
    SampleRun sample = new SampleRun(7, 1000);
    try (RunFolder run = RunFolder.at(temp.resolve("run"))) {
      run.started(start);
      sample.play(run, 60);
      run.event(new RunEvent(30 * SampleRun.SECOND, EventKind.SESSION, "a session was discarded"));
      run.event(
          new RunEvent(30 * SampleRun.SECOND + 1, EventKind.SESSION, "a session was opened again"));
      run.event(new RunEvent(60 * SampleRun.SECOND, EventKind.FINDING, "about all of it"));
      Latency waits = SampleRun.latency(sample.histogram("dispatch-lag"));
      run.finished(
          SampleRun.with(
              sample.normal(start),
              Map.of("session", waits),
              Map.of("cache-hits", 1234L),
              Map.of("pool", waits)));
    }
    String html = Files.readString(HtmlReport.write(temp.resolve("run")));
    assertThat(html.indexOf("class=\"verdict")).isBetween(0, html.indexOf("class=\"tiles"));
    assertThat(html)
        .contains(">1 warm-up</text>", ">2 measure</text>", ">3 a session was discarded +1</text>")
        .contains("<td class=\"number\">3</td>", "for a session", "driver: pool")
        .contains("cache-hits</th><td>1,234")
        .doesNotContain("about all of it</text>");
    assertThat(html.split("<td class=\"number\"></td>", -1)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"scenarios", "iterations"})
  void theReportHasSectionsForScenariosAndIterations(String kind) throws IOException {
    String sections = ScenarioSections.of(summary(kind)).replace("<tr>", "\n<tr>");
    assertThat(sections).doesNotContain("NaN", "null");
    assertGolden(kind + ".html", sections);
    assertThat(ScenarioSections.of(summary("normal"))).isEmpty();
  }

  @Test
  void theReportDrawsEachScenarioAndTheProbe(@TempDir Path temp) throws IOException {
    RunStart start = SampleRun.start("scenarios", "sim:");
    try (RunFolder run = RunFolder.at(temp.resolve("run"))) {
      run.started(start);
      ScenarioSamples.play(run, 40);
      run.finished(summary("scenarios", start));
    }
    RecordedRun read = RunReader.read(temp.resolve("run"));
    assertThat(read.summary()).isEqualTo(summary("scenarios", start));
    assertThat(read.micros().byTag()).containsKeys("checkout/all/response", "probe/all/response");
    assertThat(read.intervals())
        .allMatch(interval -> interval.scenarios().size() == 2 && interval.probe() != null);
    String html = HtmlReport.of(read);
    assertThat(html)
        .contains("<title>probe, slowest</title>", "<title>probe, median</title>")
        .contains("Scenarios over time", "<title>checkout all response</title>")
        .contains("<title>probe all response</title>", "checkout/read");
  }

  private static void closed(RunFolder run, SampleRun sample) {
    for (int second = 0; second < 30; second++) {
      Map<String, Histogram> tags = sample.histograms(second);
      tags.keySet().removeIf(tag -> tag.endsWith("response") || tag.equals("dispatch-lag"));
      run.interval(sample.interval(second, Phase.MEASURE, tags, 0), tags);
    }
  }

  private static Summary summary(String kind) {
    String name = kind.equals("unicode") ? "読み込み größe" : kind;
    String host = kind.equals("unicode") ? "münchen:6379/データ" : "127.0.0.1:6379";
    String target = "redis://" + host;
    return summary(kind, SampleRun.start(name, target));
  }

  private static Summary summary(String kind, RunStart start) {
    SampleRun sample = new SampleRun(3, 1000);
    sample.play(new RunListener() {}, 30);
    Latency good = SampleRun.latency(sample.histogram("read/response"));
    Latency service = SampleRun.latency(sample.histogram("read/service"));
    Summary.LoadInfo open = new Summary.LoadInfo("open", 1000.0, null);
    Accounting done =
        new Accounting(28_000, new Accounting.Answered(28_000, 0), Accounting.Errors.NONE, 0);
    return switch (kind) {
      case "normal" -> sample.normal(start);
      case "closed" ->
          SampleRun.summary(
              start,
              new Summary.LoadInfo("closed", null, 16),
              SampleRun.verdict(Validity.VALID, SloOutcome.NONE),
              done,
              Map.of("all", SampleRun.operation(28_000, Map.of(), null, service)));
      case "censored" -> censored(start, open, service);
      case "unsupported" ->
          SampleRun.summary(
              start,
              open,
              SampleRun.verdict(Validity.VALID, SloOutcome.NONE),
              new Accounting(60, new Accounting.Answered(50, 10), Accounting.Errors.NONE, 0),
              Map.of(
                  "read",
                  SampleRun.operation(
                      60,
                      Map.of(),
                      SampleRun.missing(List.of(), List.of("p95", "p99", "p999", "p9999")),
                      service)));
      case "failed" -> failed(start, open);
      case "scenarios" -> ScenarioSamples.scenarios(start, good, service);
      case "iterations" -> ScenarioSamples.iterations(start, good, service);
      case "unicode" ->
          SampleRun.summary(
              start,
              open,
              SampleRun.verdict(Validity.VALID, SloOutcome.PASSED),
              done,
              Map.of(
                  "all",
                  SampleRun.operation(28_000, Map.of("時間切れ", 3L), good, service),
                  "読む-größe",
                  SampleRun.operation(28_000, Map.of(), good, service),
                  "écrire",
                  SampleRun.operation(0, Map.of(), SampleRun.nothing(), SampleRun.nothing())));
      default ->
          SampleRun.summary(
              start,
              open,
              SampleRun.verdict(
                  Validity.SUSPECT,
                  SloOutcome.PASSED,
                  new Summary.Finding(
                      FindingCode.GENERATOR_LATE,
                      Severity.SUSPECT,
                      "The generator's own lag (p99 1.90 ms) is 23 % of the p99 response time of"
                          + " 8.20 ms; take fewer operations per second from this machine, or"
                          + " use a second one.")),
              done,
              Map.of("read", SampleRun.operation(28_000, Map.of(), good, service)));
    };
  }

  private static Summary failed(RunStart start, Summary.LoadInfo open) {
    return SampleRun.summary(
        start,
        open,
        SampleRun.verdict(
            Validity.INVALID,
            SloOutcome.UNDECIDED,
            new Summary.Finding(
                FindingCode.NOTHING_SUCCEEDED, Severity.INVALID, "No operation succeeded.")),
        new Accounting(
            28_000, new Accounting.Answered(0, 0), new Accounting.Errors(28_000, 0, 0, 0), 0),
        Map.of(
            "all",
            SampleRun.saying(
                SampleRun.operation(
                    0,
                    Map.of("connection-refused", 27_899L, "busy", 100L, EVIL + "\u001b[2J", 1L),
                    SampleRun.nothing(),
                    SampleRun.nothing()),
                Map.of(
                    "connection-refused",
                    "finishConnect(..) failed with error(-111): Connection refused:"
                        + " /192.168.100.17:6379, after three addresses of redis.example.org",
                    "busy",
                    EVIL + "\u001b[2J"))));
  }

  private static Summary censored(RunStart start, Summary.LoadInfo open, Latency service) {
    return SampleRun.summary(
        start,
        open,
        SampleRun.verdict(Validity.VALID, SloOutcome.UNDECIDED),
        new Accounting(
            28_000, new Accounting.Answered(27_000, 0), new Accounting.Errors(0, 900, 100, 0), 0),
        Map.of(
            "all",
            SampleRun.operation(
                27_000,
                Map.of("timeout", 900L, "not-sent", 100L),
                SampleRun.missing(List.of("p99", "p999", "p9999", "max"), List.of("p95")),
                service)));
  }

  private static void assertGolden(String name, String actual) throws IOException {
    Path file = GOLDEN.resolve(name);
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, actual);
    }
    assertThat(actual).isEqualTo(Files.readString(file));
  }
}

package org.plimsoll.report.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.SampleRun;
import org.plimsoll.report.page.HtmlReport;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary;

final class RunFolderTest {
  @TempDir Path temp;

  @Test
  void writtenRunsAreReadBack() throws IOException {
    RunStart start = SampleRun.start("mix 80/20 ünï", "redis://127.0.0.1:6379");
    SampleRun sample = new SampleRun(7, 500);
    Path folder;
    Summary summary;
    try (RunFolder written = RunFolder.below(temp, start)) {
      folder = written.folder();
      written.started(start);
      sample.play(written, 30);
      summary = sample.normal(start);
      written.finished(summary);
      assertThat(written.trouble()).isEmpty();
    }
    assertThat(folder.getFileName()).hasToString("20261121T100000-mix-80-20-ünï-a1b2");
    RecordedRun run = RunReader.read(folder);
    assertThat(run.state()).isEqualTo("finished");
    assertThat(run.summary()).isEqualTo(summary);
    assertThat(run.intervals()).hasSize(30);
    assertThat(run.events()).hasSize(2);
    assertThat(run.micros().slices()).hasSize(30);
    assertThat(run.micros().byTag().keySet()).isEqualTo(sample.totals().keySet());
    sample
        .totals()
        .forEach((tag, nanos) -> {
          Histogram micros = histogram(run, tag);
          assertThat(micros.getTotalCount()).isEqualTo(nanos.getTotalCount());
          assertThat(micros.getValueAtPercentile(99) * 1000.0)
              .isCloseTo(
                  (double) nanos.getValueAtPercentile(99),
                  offset(600 + nanos.getValueAtPercentile(99) * 0.002));
        });
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .doesNotContain(".reserve", "run.json.tmp");
    }
  }

  /** The disk is {@code /dev/full}. */
  @Test
  void aFolderWithoutSpaceForTheRunIsDeleted() throws IOException {
    Path folder = temp.resolve("full");
    RunFolder made = RunFolder.at(folder);
    Files.createSymbolicLink(folder.resolve("run.json.tmp"), Path.of("/dev/full"));
    made.starting(
        new RunStart(
            "a1b2", "full", "sim:", Instant.EPOCH, 42, Map.of(), Collections.emptySortedSet(), 0));

    assertThatThrownBy(made::requireStarting)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left on device");
    assertThat(folder).doesNotExist();
  }

  @Test
  void runsThatNeverStartedLeaveTheFolderToTheNext() throws IOException {
    Path folder = temp.resolve("unbegun");
    try (RunFolder unbegun = RunFolder.at(folder)) {
      unbegun.event(new RunEvent(0, EventKind.WARNING, "it could not connect", null));
    }

    assertThat(folder).doesNotExist();
    try (RunFolder next = RunFolder.at(folder)) {
      assertThat(next.earlier()).isEmpty();
    }
  }

  @Test
  void killedProcessesLoseAtMostTheLastSecond() throws Exception {
    Path folder = temp.resolve("killed");
    Process process =
        new ProcessBuilder(SampleRun.command(folder))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int said = -1;
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      while (said < 700) {
        said = Integer.parseInt(out.readLine());
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    // The files after a kill in the middle of a write.
    Files.writeString(
        folder.resolve("intervals.jsonl"), "{\"atNanos\":12,\"ph", StandardOpenOption.APPEND);
    RecordedRun run = RunReader.read(folder);
    assertThat(run.state()).isEqualTo("running");
    assertThat(known(run.summary()).verdict().has(FindingCode.INTERRUPTED)).isTrue();
    long seconds = run.intervals().stream().mapToLong(each -> each.window().lengthNanos()).sum();
    seconds /= SampleRun.SECOND;
    assertThat(seconds).isGreaterThanOrEqualTo(said + 1);
    assertThat(run.events().size()).isGreaterThanOrEqualTo(said + 1);
    assertThat(histogram(run, "all/response").getTotalCount())
        .isBetween((seconds - 1) * 200, seconds * 200);
    assertThat(known(run.summary()).accounting().answered().succeeded()).isEqualTo(seconds * 200);
    assertThat(HtmlReport.of(run)).contains("The run was interrupted");
  }

  @Test
  void fullDisksAreAFindingAndTheSummaryStillFits() throws Exception {
    Path copy = Files.createDirectory(temp.resolve("copy"));
    // A real small disk would require root to mount it.
    try (FileSystem disk =
        Jimfs.newFileSystem(Configuration.unix().toBuilder().setMaxSize(128 << 10).build())) {
      RunStart start = SampleRun.start("full", "sim:");
      SampleRun sample = new SampleRun(3, 500);
      try (RunFolder written = RunFolder.below(disk.getPath("runs"), start)) {
        written.started(start);
        sample.play(written, 120);
        assertThat(written.trouble()).isPresent();
        written.finished(sample.normal(start));
        Summary.Finding finding = written.trouble().orElseThrow();
        assertThat(finding.code()).isEqualTo(FindingCode.RUN_FOLDER_INCOMPLETE);
        assertThat(finding.text()).contains("out of disk space", "intervals.jsonl");
        copy(written.folder(), copy);
      }
    }
    RecordedRun run = RunReader.read(copy);
    assertThat(run.summary()).isNotNull();
    assertThat(run.intervals()).isNotEmpty().hasSizeLessThan(120);
    assertThat(run.intervals().getFirst().window().atNanos()).isEqualTo(SampleRun.SECOND);
  }

  @Test
  void onlyTheOwnerCanReadAFolder() throws Exception {
    try (RunFolder made = RunFolder.below(temp.resolve("runs"), SampleRun.start("mine", "sim:"))) {
      assertThat(Files.getPosixFilePermissions(made.folder()))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void aFolderThatIsDeletedMeanwhileMakesTheResultInvalid() throws Exception {
    RunStart start = SampleRun.start("lost", "sim:");
    SampleRun sample = new SampleRun(3, 500);
    try (RunFolder written = RunFolder.below(temp.resolve("runs"), start)) {
      written.started(start);
      sample.play(written, 2);
      assertThat(written.trouble()).isEmpty();
      Files.move(written.folder(), temp.resolve("elsewhere"));
      sample.play(written, 1);

      Summary.Finding finding = written.trouble().orElseThrow();
      assertThat(finding.code()).isEqualTo(FindingCode.RUN_FOLDER_LOST);
      assertThat(finding.severity()).isEqualTo(Severity.INVALID);
      assertThat(finding.text()).contains(written.folder().toString());
    }
  }

  private static Summary known(@Nullable Summary summary) {
    return Objects.requireNonNull(summary);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.skip(1).toList()) {
        Files.copy(each, to.resolve(from.relativize(each).toString()));
      }
    }
  }

  @Test
  void foldersWithOtherFilesAreRefusedAndEarlierRunsAreMovedAside() throws IOException {
    Path mine = Files.createDirectory(temp.resolve("mine"));
    Files.writeString(mine.resolve("thesis.txt"), "dear");
    assertThatThrownBy(() -> RunFolder.at(mine))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not empty and contains no earlier run");
    assertThat(mine.resolve("thesis.txt")).hasContent("dear");

    Path again = temp.resolve("again");
    for (int seconds : List.of(9, 7, 4)) {
      try (RunFolder written = RunFolder.at(again)) {
        written.started(SampleRun.start("twice", "sim:"));
        new SampleRun(1, 50).play(written, seconds);
      }
    }
    assertThat(RunReader.read(again).intervals()).hasSize(4);
    assertThat(RunReader.read(temp.resolve("again.1")).intervals()).hasSize(9);
    assertThat(RunReader.read(temp.resolve("again.2")).intervals()).hasSize(7);
  }

  @Test
  void coarseTiersCoverDeletedFineOnesWithoutCountingTwice() throws IOException {
    Path folder = temp.resolve("run");
    Files.createDirectories(folder.resolve("hlog"));
    List<TierShape> small =
        List.of(
            new TierShape(1, 60, 2, 3), new TierShape(10, 120, 3, 3), new TierShape(60, 600, 9, 2));
    Files.writeString(folder.resolve("run.json"), "{\"schema\":1}");
    SampleRun sample = new SampleRun(5, 20);
    try (HistogramLog log = new HistogramLog(folder.resolve("hlog"), 1_763_719_200_123L, small)) {
      for (int second = 0; second < 1000; second++) {
        Map<String, Histogram> tags = sample.histograms(second);
        log.add(sample.interval(second, second < 75 ? Phase.WARMUP : Phase.MEASURE, tags, 0), tags);
      }
    }
    try (Stream<Path> files = Files.list(folder.resolve("hlog"))) {
      assertThat(files).hasSize(2 + 3 + 2);
    }
    assertThat(histogram(RunReader.read(folder), "all/service").getTotalCount())
        .isEqualTo(1000 * 20L);
  }

  @Test
  void secondsAfter400DaysAreReadBackAtTheirTimes() throws IOException {
    Path folder = temp.resolve("run");
    Files.createDirectories(folder.resolve("hlog"));
    Files.writeString(folder.resolve("run.json"), "{\"schema\":1}");
    SampleRun sample = new SampleRun(5, 20);
    int first = 400 * 86_400;
    try (HistogramLog log = new HistogramLog(folder.resolve("hlog"), 1_763_719_200_123L)) {
      for (int second = first; second < first + 30; second++) {
        Map<String, Histogram> tags = sample.histograms(second);
        log.add(sample.interval(second, Phase.MEASURE, tags, 0), tags);
      }
    }
    RecordedRun run = RunReader.read(folder);
    assertThat(run.micros().slices()).hasSize(30);
    for (int i = 0; i < 30; i++) {
      assertThat(run.micros().slices().get(i).startNanos()).isEqualTo((first + i) * 1_000_000_000L);
      assertThat(run.micros().slices().get(i).endNanos())
          .isEqualTo((first + i + 1) * 1_000_000_000L);
    }
    assertThat(histogram(run, "all/service").getTotalCount()).isEqualTo(30 * 20L);
  }

  @Test
  void invalidFoldersAreReportedInOneSentence() throws IOException {
    assertThatThrownBy(() -> RunReader.read(temp.resolve("none")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("There is no run folder");
    assertThatThrownBy(() -> RunReader.read(temp)).hasMessageContaining("run.json is missing");
    Files.writeString(temp.resolve("run.json"), "{\"schema\":");
    assertThatThrownBy(() -> RunReader.read(temp)).hasMessageContaining("is not JSON");
    Files.writeString(temp.resolve("run.json"), "{\"schema\":9}");
    assertThatThrownBy(() -> RunReader.read(temp)).hasMessageContaining("schema 9");
  }

  @Test
  void secretsInJavaFlagsAreMasked() {
    assertThat(RunJson.javaFlags(List.of("-Xmx1g", "-Djavax.net.ssl.keyStorePassword=hush")))
        .containsExactly("-Xmx1g", "-Djavax.net.ssl.keyStorePassword=***");
  }

  @Test
  void jsonContainsFiniteNumbersOnly() {
    String json =
        ResultJson.mapper()
            .writeValueAsString(new Summary.LoadInfo("open", Double.POSITIVE_INFINITY, null));
    assertThat(json).contains("\"targetPerSecond\":null");
    assertThat(ResultJson.mapper().writeValueAsString(new Interval.Health(Double.NaN, 0, 0, 0, 0)))
        .contains("\"cpuCores\":null");
  }

  @Test
  void longRunsAreReadAsBoundedPointsThatKeepCounts() {
    IntervalSeries series = new IntervalSeries(100);
    SampleRun sample = new SampleRun(5, 10);
    for (int second = 0; second < 5000; second++) {
      series.add(sample.interval(second, Phase.MEASURE, sample.histograms(second), 1));
    }
    assertThat(series.points()).hasSizeBetween(40, 100);
    assertThat(
            series.points().stream()
                .mapToLong(i -> i.figures().accounting().answered().succeeded())
                .sum())
        .isEqualTo(50_000);
    assertThat(series.points().stream().mapToLong(each -> each.window().lengthNanos()).sum())
        .isEqualTo(5000 * SampleRun.SECOND);
  }

  private static Histogram histogram(RecordedRun run, String tag) {
    return run.micros().byTag().getOrDefault(tag, new Histogram(3));
  }
}

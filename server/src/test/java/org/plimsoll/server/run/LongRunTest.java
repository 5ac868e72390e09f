package org.plimsoll.server.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.Interval;
import org.plimsoll.server.run.LongRun.Mark;

/** The memory, threads and handles of a long served run do not grow. */
final class LongRunTest {
  private static final long MEBI = 1 << 20;
  private static final Map<String, String> VALUES =
      Map.of("rate", "1", "mix", "read=1", "keys", "1k", "seed", "1", "warmup", "0s");

  @TempDir Path temp;

  @Test
  void fiveHoursUseNoMoreMemoryThanThreeAndTheFolderIsComplete() throws Exception {
    LongRun run = LongRun.of(temp, VALUES, 5, List.of(3, 4));

    // The tier of seconds is full after two hours. Points of 10 s and of minutes add 1 MB per hour.
    assertHeld(run.marks().get(0), run.marks().get(1), 3 * MEBI);
    assertThat(files(run.folder().resolve("intervals")))
        .contains("1s-0000007200.jsonl", "10s-0000000000.jsonl", "60s-0000000000.jsonl")
        .doesNotContain("1s-0000000000.jsonl");
    assertThat(Files.size(run.folder().resolve("intervals.jsonl"))).isLessThan(5_000_000);
    List<Interval> read = RunReader.read(run.folder()).intervals();
    assertThat(
            read.stream()
                .mapToLong(interval -> interval.figures().accounting().answered().succeeded())
                .sum())
        .isEqualTo(
            Objects.requireNonNull(run.live().summary()).accounting().answered().succeeded());
    assertThat(read.stream().mapToLong(each -> each.window().lengthNanos()).sum())
        .isEqualTo(5 * 3600 * 1_000_000_000L);
    StoredRun stored = StoredRun.read(run.folder());
    assertThat(
            stored.history().between(0, Long.MAX_VALUE, 2000).columns("here", "", null).get("at"))
        .isEqualTo(
            run.live()
                .history()
                .between(0, Long.MAX_VALUE, 2000)
                .columns("here", "", null)
                .get("at"));
  }

  /** Takes about 20 min of wall-clock time. */
  @Test
  @Tag("slow")
  void twoWeeksUseNoMoreMemoryThanTwoDays() throws Exception {
    LongRun run = LongRun.of(temp, VALUES, 336, List.of(48, 192, 335));

    // A week of minutes fills the memory. Then only points of 10 minutes and hours grow.
    assertHeld(run.marks().get(0), run.marks().get(2), 30 * MEBI);
    assertHeld(run.marks().get(1), run.marks().get(2), 5 * MEBI);
    assertThat(run.marks().get(2).folderBytes()).isLessThan(150_000_000);
    assertThat(files(run.folder().resolve("intervals"))).hasSizeLessThanOrEqualTo(1 + 13 + 15);
  }

  private static void assertHeld(Mark before, Mark after, long moreLiveBytes) {
    assertThat(after.liveBytes()).isLessThan(before.liveBytes() + moreLiveBytes);
    assertThat(after.threads()).isLessThanOrEqualTo(before.threads() + 2);
    assertThat(after.handles()).isLessThanOrEqualTo(before.handles() + 2);
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.map(file -> String.valueOf(file.getFileName())).toList();
    }
  }
}

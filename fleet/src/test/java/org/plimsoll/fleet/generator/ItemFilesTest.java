package org.plimsoll.fleet.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.fleet.control.StreamItem;
import org.plimsoll.fleet.control.StreamItem.Covered;
import org.plimsoll.fleet.control.Term;

class ItemFilesTest {
  private static final String RUN = "r1";

  @TempDir Path folder;

  private static StreamItem item(long number, String node) {
    return new StreamItem(
        number,
        new Term(3, node),
        number - 1,
        List.of(new Covered(0, number), new Covered(7, 2 * number)),
        new byte[] {1, 2, (byte) number});
  }

  private static void assertSame(StreamItem found, StreamItem expected) {
    assertThat(found).usingRecursiveComparison().isEqualTo(expected);
  }

  @Test
  void anItemIsReadAsItWasKept() {
    ItemFiles files = new ItemFiles(folder);
    for (int i = 1; i <= 20; i++) {
      files.put(RUN, item(i, "a"));
    }

    assertThat(files.oldest(RUN)).isEqualTo(1);
    assertSame(files.get(RUN, 13).orElseThrow(), item(13, "a"));
    assertThat(files.get(RUN, 21)).isEmpty();
    assertThat(files.get("other", 1)).isEmpty();
  }

  @Test
  void anItemOfANewCoordinatorReplacesThoseFromItsNumberOn() {
    ItemFiles files = new ItemFiles(folder);
    for (int i = 1; i <= 5; i++) {
      files.put(RUN, item(i, "a"));
    }
    files.put(RUN, item(4, "b"));

    assertSame(files.get(RUN, 3).orElseThrow(), item(3, "a"));
    assertSame(files.get(RUN, 4).orElseThrow(), item(4, "b"));
    assertThat(files.get(RUN, 5)).isEmpty();
  }

  @Test
  void theDiskIsBoundedAndTheOldestItemsAreDropped() throws IOException {
    ItemFiles files = new ItemFiles(folder, 200, 4);
    for (int i = 1; i <= 1_000; i++) {
      files.put(RUN, item(i, "a"));
    }

    assertThat(bytes()).isLessThan(5 * 300);
    long oldest = files.oldest(RUN);
    assertThat(oldest).isBetween(970L, 999L);
    for (long i = oldest; i <= 1_000; i++) {
      assertSame(files.get(RUN, i).orElseThrow(), item(i, "a"));
    }
    assertThat(files.get(RUN, oldest - 1)).isEmpty();
  }

  @Test
  void aRunThatIsForgottenAndAFormerProcessLeaveNoFiles() throws IOException {
    ItemFiles former = new ItemFiles(folder);
    former.put("old", item(1, "a"));
    ItemFiles files = new ItemFiles(folder);
    files.clear();
    assertThat(bytes()).isZero();

    files.put(RUN, item(1, "a"));
    files.forget(RUN);
    assertThat(bytes()).isZero();
    assertThat(files.oldest(RUN)).isEqualTo(Long.MAX_VALUE);
  }

  private long bytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> all = Files.list(folder)) {
      for (Path each : all.toList()) {
        bytes += Files.size(each);
      }
    }
    return bytes;
  }
}

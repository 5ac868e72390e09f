package org.plimsoll.fleet.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecondFilesTest {
  @TempDir Path folder;

  private long[] stored(SecondFiles files) {
    return LongStream.range(0, 20).filter(i -> files.get("run", i).isPresent()).toArray();
  }

  private void put(SecondFiles files, long from, long to) {
    for (long number = from; number <= to; number++) {
      files.put("run", number, number * 10, new byte[] {1});
    }
  }

  @Test
  void aSecondThatExceedsTheBoundReplacesTheOldest() {
    SecondFiles files = new SecondFiles(folder, 1, 3);
    put(files, 4, 9);

    assertThat(stored(files)).containsExactly(7, 8, 9);
    assertThat(folder.toFile().list()).hasSize(3);
    assertThat(files.get("run", 9).orElseThrow().second()).isEqualTo(90);
  }

  @Test
  void whatWasDeliveredLeavesRoom() {
    SecondFiles files = new SecondFiles(folder, 1, 3);
    put(files, 1, 3);
    files.forget("run", 2);
    put(files, 4, 5);
    assertThat(stored(files)).containsExactly(3, 4, 5);
    put(files, 6, 6);
    assertThat(stored(files)).containsExactly(4, 5, 6);
    files.forget("run", 6);

    assertThat(folder.toFile().list()).isEmpty();
  }
}

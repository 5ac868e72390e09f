package org.plimsoll.api.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files that values may name. */
@Timeout(180)
class NamedFileTest {
  private static final long MEBI = 1 << 20;

  @TempDir Path folder;

  private Path sparse(long bytes) throws IOException {
    Path file = folder.resolve("sparse");
    try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
      opened.setLength(bytes);
    }
    return file;
  }

  @Test
  void regularFilesAreRead() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), " 1 \n\n2\n");
    Path link = Files.createSymbolicLink(folder.resolve("b"), file);

    assertThat(NamedFile.lines(link, MEBI)).containsExactly("1", "2");
    assertThat(NamedFile.bytes(file, MEBI)).asString().isEqualTo(" 1 \n\n2\n");
  }

  @Test
  void pipesFoldersAndDevicesAreNotOpened() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    for (Path each : new Path[] {pipe, folder, Path.of("/dev/zero")}) {
      assertThatThrownBy(() -> NamedFile.open(each, MEBI))
          .isInstanceOf(NamedFile.UnusableException.class)
          .hasMessage("must name a regular file, not a folder, pipe or device");
    }
  }

  @Test
  void sizesAreBounded() throws IOException {
    assertThatThrownBy(() -> NamedFile.bytes(sparse(10L << 30), 64 * MEBI))
        .hasMessage("must name a file of at most 64MiB");
    assertThatThrownBy(() -> NamedFile.bytes(sparse(65 << 10), 64 << 10))
        .hasMessage("must name a file of at most 64KiB");
    assertThatThrownBy(() -> NamedFile.lines(sparse(32 * MEBI), 64 * MEBI))
        .hasMessage("must name a file with lines of at most 16MiB");
  }

  @Test
  void anEndlessFileThatSaysItIsEmptyIsBounded() {
    Path growing = Path.of("/proc/self/maps"); // of size 0 by its attributes
    assertThatThrownBy(() -> NamedFile.bytes(growing, 100))
        .isInstanceOf(NamedFile.UnusableException.class);
  }

  @Test
  void sentencesSayWhatIsWrong() throws IOException {
    Path latin = Files.write(folder.resolve("c"), "é".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> NamedFile.lines(latin, MEBI))
        .isInstanceOfSatisfying(
            IOException.class,
            e ->
                assertThat(NamedFile.sentence(e)).isEqualTo("must name a file with text in UTF-8"));
    assertThat(NamedFile.sentence(new NoSuchFileException("x")))
        .isEqualTo("must name a file that exists");
    assertThat(NamedFile.sentence(new IOException("x")))
        .isEqualTo("must name a file that can be read");
  }
}

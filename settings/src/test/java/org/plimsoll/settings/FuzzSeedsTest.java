package org.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The seeds of the fuzzer, as tests: valid texts, and texts that broke a promise once. {@code
 * FuzzTest} looks for more of them.
 */
@Timeout(180)
class FuzzSeedsTest {
  private static final int MUTATIONS = 4_000;

  static Path folder() throws URISyntaxException {
    URI file =
        Objects.requireNonNull(FuzzSeedsTest.class.getResource("fuzz/dictionary.txt")).toURI();
    return Objects.requireNonNull(Path.of(file).getParent());
  }

  static List<Path> seeds() throws IOException, URISyntaxException {
    try (Stream<Path> files = Files.walk(folder())) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("dictionary.txt"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noSeedBreaksAPromise(Path seed) throws IOException {
    FuzzedText.check(Files.readString(seed));
  }

  /** A small part of what the fuzzer does, with a seed. */
  @Test
  void neitherDoMutationsOfSeeds() throws Exception {
    SplittableRandom random = new SplittableRandom(18);
    List<String> all = seeds().stream().map(FuzzSeedsTest::read).toList();
    List<String> words =
        Files.readAllLines(folder().resolve("dictionary.txt")).stream()
            .map(line -> line.substring(1, line.length() - 1))
            .toList();
    for (int i = 0; i < MUTATIONS; i++) {
      StringBuilder text = new StringBuilder(all.get(random.nextInt(all.size())));
      for (int changes = random.nextInt(1, 5); changes > 0; changes--) {
        int at = random.nextInt(text.length() + 1);
        int to = Math.min(text.length(), at + random.nextInt(4));
        switch (random.nextInt(4)) {
          case 0 -> text.delete(at, to);
          case 1 -> text.insert(at, words.get(random.nextInt(words.size())));
          case 2 -> text.insert(at, (char) random.nextInt(1, 0x180));
          default -> text.insert(at, text.substring(at, to));
        }
      }
      String input = text.toString();
      assertThatCode(() -> FuzzedText.check(input)).as(input).doesNotThrowAnyException();
    }
  }

  @Test
  void repetitionsAreExpanded() {
    assertThat(FuzzedText.expanded("a<<3:b#>>c<<2:>>d<<x:y>>")).isEqualTo("ab0b1b2cd<<x:y>>");
    assertThat(FuzzedText.expanded("<<9999999:ab>>")).hasSize(1 << 20);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

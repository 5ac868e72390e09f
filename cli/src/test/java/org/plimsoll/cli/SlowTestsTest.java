package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the README's command for the tests that take minutes. */
class SlowTestsTest {
  private static final String TAG = "@Tag(" + "\"slow\")";

  @Test
  void theReadmeListsEverySlowTest() throws Exception {
    List<String> slow = new ArrayList<>();
    for (String module :
        List.of("engine", "settings", "run", "metrics", "drivers", "server", "cli", "benchmarks")) {
      for (Path tests : tests(PlimsollProcess.ROOT.resolve(module))) {
        try (Stream<Path> files = Files.walk(tests)) {
          files
              .filter(file -> file.toString().endsWith("Test.java"))
              .filter(SlowTestsTest::isSlow)
              .forEach(file -> slow.add(file.toFile().getName().replace(".java", "")));
        }
      }
    }

    assertThat(slow).isNotEmpty();
    assertThat(Files.readString(PlimsollProcess.ROOT.resolve("README.md"))).contains(slow);
  }

  /** The tests of a module or of the modules in it, without what a build may write meanwhile. */
  private static List<Path> tests(Path module) throws IOException {
    try (Stream<Path> folders = Files.list(module)) {
      return Stream.concat(Stream.of(module), folders)
          .map(folder -> folder.resolve("src/test/java"))
          .filter(Files::isDirectory)
          .toList();
    }
  }

  private static boolean isSlow(Path file) {
    try {
      return Files.readString(file).contains(TAG);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

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
      try (Stream<Path> files = Files.walk(PlimsollProcess.ROOT.resolve(module))) {
        files
            .filter(file -> file.toString().matches(".*/src/test/java/.*Test\\.java"))
            .filter(SlowTestsTest::isSlow)
            .forEach(file -> slow.add(file.toFile().getName().replace(".java", "")));
      }
    }

    assertThat(slow).isNotEmpty();
    assertThat(Files.readString(PlimsollProcess.ROOT.resolve("README.md"))).contains(slow);
  }

  private static boolean isSlow(Path file) {
    try {
      return Files.readString(file).contains(TAG);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package org.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the guide shows the drivers in this source tree, which tests compile and run. */
class GuideTest {
  private static final Path GUIDE = Path.of("../docs/writing-a-driver.md");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "folder/FolderDriver",
        "folder/FolderDriverTest",
        "lines/LinesDriver",
        "lines/LinesDriverTest"
      })
  void theGuideShowsATestedSource(String name) throws Exception {
    String source = Files.readString(Path.of("src/test/java/org/example", name + ".java"));
    assertThat(Files.readString(GUIDE)).contains("```java\n" + source + "```\n");
  }
}

package org.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The drivers in the guide are those that the tests beside this one compile and run. */
class GuideTest {
  private static final Path GUIDE = Path.of("../docs/writing-a-driver.md");

  @ParameterizedTest
  @ValueSource(strings = {"folder/FolderDriver", "folder/FolderDriverTest", "lines/LinesDriver"})
  void theGuideShowsASourceThatIsTested(String name) throws Exception {
    String source = Files.readString(Path.of("src/test/java/org/example", name + ".java"));
    assertThat(Files.readString(GUIDE)).contains("```java\n" + source + "```\n");
  }
}

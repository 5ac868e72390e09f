package org.plimsoll.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MetricsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "metrics.md");
  private static final String BEGIN = "<!-- generated from the metrics themselves -->\n";
  private static final String END = "<!-- end -->\n";

  @Test
  void theTablesInDocsAreUpToDate() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (Boolean.getBoolean("golden.update")) {
      String updated = page.substring(0, begin) + MetricsPage.tables() + page.substring(end);
      Files.writeString(PAGE, updated);
      return;
    }
    assertThat(page.substring(begin, end))
        .as("update with -Dgolden.update=true")
        .isEqualTo(MetricsPage.tables());
  }
}

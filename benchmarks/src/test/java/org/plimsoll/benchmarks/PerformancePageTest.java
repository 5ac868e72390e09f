package org.plimsoll.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerformancePageTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final String EMPTY =
      "before\n<!-- bars: made by benchmarks/page.sh -->\nold\n<!-- bars: end -->\nafter\n";
  private static final String BARS =
      """
      [{"section": "Redis", "bars": [
        {"id": "fast", "what": "Fast", "unit": "×", "min": 2, "command": "fast.sh"},
        {"id": "small", "what": "Small", "unit": "MB", "max": 10, "command": "small.sh"},
        {"id": "flat", "what": "Flat", "unit": "MB", "limit": "flat", "command": "flat.sh"}]}]
      """;

  @TempDir Path folder;

  @Test
  void thePagesInDocsAreUpToDate() throws IOException {
    PerformancePage pages = PerformancePage.read(Path.of("."));
    String page = Files.readString(DOCS.resolve("performance.md"));
    assertThat(page).as("update with benchmarks/page.sh").isEqualTo(pages.page(page));
    assertThat(Files.readString(DOCS.resolve("performance-history.md")))
        .as("update with benchmarks/page.sh")
        .isEqualTo(pages.history());
  }

  @Test
  void theMedianOfTheLatestRoundsIsComparedWithTheLimit() throws IOException {
    String page =
        page(
            result("fast", "\"values\": [1, 1, 1]"),
            result("fast", "\"values\": [3.5, 1.5, 2.5]"),
            result("small", "\"low\": 9, \"high\": 11"),
            result("flat", "\"values\": [4], \"met\": true"));
    assertThat(page)
        .startsWith("before\n")
        .endsWith("after\n")
        .doesNotContain("old")
        .contains("(performance-history.md#fast) | ≥ 2 × | 2.5 × (1.5–3.5) | met |")
        .contains("(performance-history.md#small) | ≤ 10 MB | 9–11 MB | partly |")
        .contains("(performance-history.md#flat) | flat | 4 MB | met |");
  }

  @Test
  void theWholeIntervalMustBeWithinTheLimit() throws IOException {
    assertThat(page(result("fast", "\"values\": [2.5], \"interval\": [1.9, 3]")))
        .contains("| 2.5 ×, 95 %: 1.9–3 | partly |")
        .contains("| 2 | Small | ≤ 10 MB | not recorded | | |");
  }

  @Test
  void measurementsOfUnknownBarsAreRefused() {
    assertThatThrownBy(() -> page(result("fats", "\"values\": [1]")))
        .hasMessageContaining("the bar fats");
  }

  private String page(String... results) throws IOException {
    Files.writeString(folder.resolve("bars.json"), BARS);
    Files.write(folder.resolve("results.jsonl"), List.of(results));
    return PerformancePage.read(folder).page(EMPTY);
  }

  private static String result(String bar, String figures) {
    return "{\"bar\": \"%s\", \"date\": \"2026-11-22\", %s, \"machine\": \"one\"}"
        .formatted(bar, figures);
  }
}

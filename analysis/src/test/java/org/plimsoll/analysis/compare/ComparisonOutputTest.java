package org.plimsoll.analysis.compare;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.analysis.compare.SyntheticRuns.Kind;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.page.ComparisonPage;
import org.plimsoll.report.terminal.ComparisonTable;
import org.plimsoll.report.terminal.Screen;
import org.plimsoll.result.Comparison;

/** Compares output with golden files. {@code -Dgolden.update=true} accepts the current output. */
@NullMarked
class ComparisonOutputTest {
  private static final Path GOLDEN = Path.of("src/test/resources/org/plimsoll/analysis/compare");
  private static final String EVIL = "sim:<script>alert('x')</script>";

  @ParameterizedTest
  @ValueSource(strings = {"worse", "few", "single", "censored"})
  void theTableMatchesTheGoldenFile(String name) throws IOException {
    String table = ComparisonTable.of(comparison(name), Screen.PLAIN);
    assertThat(table.lines().filter(line -> line.codePointCount(0, line.length()) > 80)).isEmpty();
    assertGolden(name + ".txt", table);
    assertThat(ComparisonTable.of(comparison(name), new Screen(60, false)).lines())
        .allMatch(line -> line.codePointCount(0, line.length()) <= 60);
    String colored = ComparisonTable.of(comparison(name), new Screen(80, true));
    assertThat(colored).isNotEqualTo(table);
    assertThat(colored.replaceAll("\u001b\\[\\d*m", "")).isEqualTo(table);
  }

  @ParameterizedTest
  @ValueSource(strings = {"worse", "few", "single", "censored"})
  void thePageIsSelfContainedAndMatchesTheGoldenFile(String name) throws IOException {
    String html = ComparisonPage.of(comparison(name));
    assertThat(html)
        .doesNotContain("<script", "<link", "src=", "@import", "url(", "NaN", "Infinity");
    assertThat(html.replace("http-equiv", "")).doesNotContain("http");
    // The style sheet is shared, so its changes are not changes of this page.
    assertGolden(name + ".html", html.replaceFirst("(?s)<style>.*</style>", "<style></style>"));
  }

  @Test
  void bothCurvesAreOnOneChart() throws IOException {
    String html = ComparisonPage.of(comparison("worse"));
    assertThat(html)
        .contains("read response time by percentile")
        .contains("<title>against</title>", "<title>A</title>");
    assertThat(html).contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
  }

  @Test
  void theJsonHasEveryRunAndNoHistogram() {
    String json = ResultJson.mapper().writeValueAsString(comparison("worse"));
    assertThat(json)
        .startsWith("{\"schema\":1,\"a\":{\"target\":")
        .contains("\"verdict\":\"worse\"", "\"cliffsDelta\":", "\"adjusted\":")
        .doesNotContain("micros");
    assertThat(ResultJson.mapper().readTree(json).path("rows").get(0).path("values").size())
        .isEqualTo(10);
  }

  private static Comparison comparison(String name) {
    Kind evil = new Kind(EVIL, Map.of("rate", "10k"), 1.2, "valid", "");
    Kind never = Kind.PLAIN.p99("\"censored\": [\"p99\"], \"censoredAboveNanos\": 5000000000");
    return switch (name) {
      case "worse" -> compare(10, evil, Kind.PLAIN);
      case "single" -> compare(1, Kind.PLAIN.slower(1.2), Kind.PLAIN);
      case "few" -> compare(4, Kind.PLAIN.slower(1.2), Kind.PLAIN);
      default -> compare(6, never, Kind.PLAIN.with("workers", "4"));
    };
  }

  private static Comparison compare(int runs, Kind a, Kind against) {
    Map<String, List<ComparedRun>> groups = new SyntheticRuns(5).groups(runs, a, against);
    return new Comparer(0.03, Set.of())
        .compare(requireNonNull(groups.get("a")), requireNonNull(groups.get("against")));
  }

  private static void assertGolden(String name, String actual) throws IOException {
    Path file = GOLDEN.resolve(name);
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, actual);
    }
    assertThat(actual).isEqualTo(Files.readString(file));
  }
}

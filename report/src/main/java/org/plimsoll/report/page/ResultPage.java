package org.plimsoll.report.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds an HTML file without scripts, section by section, for searches and sweeps. */
final class ResultPage {
  /** Length from which the cells of the last column are treated as text, and wrap. */
  private static final int WORDS_FROM = 24;

  private final Map<String, Object> values = new HashMap<>();
  private final List<Map<String, Object>> sections = new ArrayList<>();

  ResultPage(String brand, String title, String target, String quiet) {
    values.put("brand", brand);
    values.put("title", title);
    values.put("target", target);
    values.put("quiet", quiet);
    values.put("sections", sections);
  }

  /** Adds sentences in a box with a colored edge. */
  void verdict(String cssClass, String title, List<String> sentences) {
    sections.add(
        Map.of("kind", "verdict", "cssClass", cssClass, "title", title, "sentences", sentences));
  }

  /** Adds a chart, or a sentence in its place. */
  void chart(String title, @Nullable String svg, String caption) {
    sections.add(
        Map.of("kind", "chart", "title", title, "svg", svg == null ? "" : svg, "caption", caption));
  }

  /** Adds a table whose first column names the rows. */
  void table(String title, List<String> heads, List<List<String>> rows, String caption) {
    boolean hasWords = rows.stream().anyMatch(row -> row.getLast().length() > WORDS_FROM);
    sections.add(
        Map.of(
            "kind",
            "table",
            "title",
            title,
            "heads",
            heads,
            "rows",
            rows,
            "caption",
            caption,
            "hasWords",
            hasWords));
  }

  /** Renders the page. */
  String render() throws IOException {
    return Html.of("result", values);
  }
}

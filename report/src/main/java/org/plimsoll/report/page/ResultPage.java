package org.plimsoll.report.page;

import static org.plimsoll.report.page.Html.escape;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One HTML file without script, section by section: the frame of every page but a run's own. */
final class ResultPage {
  /** A last column of longer cells is text, which wraps. */
  private static final int WORDS_FROM = 24;

  private final StringBuilder html = new StringBuilder();

  ResultPage(String brand, String title, String target, String quiet) throws IOException {
    html.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
        .append("style-src 'unsafe-inline'\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
        .append(escape(title + " · " + target))
        .append("</title>\n<style>\n")
        .append(HtmlReport.css())
        .append("</style></head>\n<body><main>\n<header><p class=\"brand\">")
        .append(escape(brand))
        .append("</p><h1>")
        .append(escape(title))
        .append("</h1><p class=\"target\">")
        .append(escape(target))
        .append("</p><p class=\"quiet\">")
        .append(escape(quiet))
        .append("</p></header>\n");
  }

  /** Sentences under a coloured edge. */
  void verdict(String cssClass, String title, List<String> sentences) {
    html.append("<section class=\"verdict ").append(cssClass).append("\"><h2>");
    html.append(escape(title)).append("</h2><ul>");
    sentences.forEach(text -> html.append("<li>").append(escape(text)).append("</li>"));
    html.append("</ul></section>\n");
  }

  /** A chart, or a sentence in its place. */
  void chart(String title, @Nullable String svg, String caption) {
    html.append("<section><h2>").append(escape(title)).append("</h2>");
    html.append(svg == null ? "<p class=\"empty\">Nothing was measured for this plot.</p>" : svg);
    html.append("<p class=\"quiet\">").append(escape(caption)).append("</p></section>\n");
  }

  /** A table whose first column names the row. */
  void table(String title, List<String> heads, List<List<String>> rows, String caption) {
    html.append("<section><h2>").append(escape(title)).append("</h2>");
    boolean hasWords = rows.stream().anyMatch(row -> row.getLast().length() > WORDS_FROM);
    html.append("<div class=\"scroll\"><table%s>".formatted(hasWords ? " class=\"told\"" : ""));
    html.append("<thead><tr>");
    heads.forEach(head -> html.append("<th>").append(escape(head)).append("</th>"));
    html.append("</tr></thead><tbody>");
    for (List<String> row : rows) {
      html.append("<tr><th>").append(escape(row.getFirst())).append("</th>");
      row.subList(1, row.size())
          .forEach(cell -> html.append("<td>").append(escape(cell)).append("</td>"));
      html.append("</tr>");
    }
    html.append("</tbody></table></div>");
    if (!caption.isEmpty()) {
      html.append("<p class=\"quiet\">").append(escape(caption)).append("</p>");
    }
    html.append("</section>\n");
  }

  String end() {
    return html.append("</main></body></html>\n").toString();
  }
}

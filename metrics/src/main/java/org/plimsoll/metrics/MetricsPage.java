package org.plimsoll.metrics;

import java.util.stream.Collectors;
import org.plimsoll.metrics.Metric.Kind;
import org.plimsoll.metrics.MetricLabels.Label;

/** The tables of the reference page {@code docs/metrics.md}. */
final class MetricsPage {
  private MetricsPage() {}

  /** Names, kinds, labels and meanings, in Markdown. */
  static String tables() {
    StringBuilder page = new StringBuilder();
    page.append("| metric | Prometheus name | kind | labels | meaning |\n");
    page.append("|---|---|---|---|---|\n");
    for (Metric metric : Metric.values()) {
      page.append(
          "| `%s` | %s | %s | %s | %s |%n"
              .formatted(
                  metric.nameWithUnit(),
                  metric.kind == Kind.LAST_SECOND ? "–" : "`" + metric.prometheusName() + "`",
                  kind(metric.kind),
                  metric.labels.stream()
                      .map(label -> "`" + label.key() + "`")
                      .collect(Collectors.joining(", ")),
                  metric.description));
    }
    page.append("\n| label | meaning |\n|---|---|\n");
    for (Label label : Label.values()) {
      page.append("| `%s` | %s |%n".formatted(label.key(), label.description));
    }
    return page.toString();
  }

  private static String kind(Kind kind) {
    return switch (kind) {
      case INFO -> "information";
      case COUNTER -> "counter";
      case GAUGE -> "gauge";
      case HISTOGRAM -> "histogram";
      case LAST_SECOND -> "gauge of one second";
    };
  }
}

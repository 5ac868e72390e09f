package org.plimsoll.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.metrics.MetricLabels.Label;
import org.plimsoll.testkit.RealServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that the dashboard uses only existing metrics, in valid PromQL. */
class DashboardTest {
  private static final Path DASHBOARD = Path.of("..", "deploy", "grafana", "plimsoll.json");
  private static final Pattern SERIES = Pattern.compile("(plimsoll_[a-z_]+)(?:\\{([^}]*)\\})?");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)\\s*(?:=~|!=|!~|=)");
  private static final Pattern BY = Pattern.compile("by \\(([^)]*)\\)");
  private static final Map<String, Metric> BY_NAME =
      Arrays.stream(Metric.values())
          .filter(metric -> metric.kind != Metric.Kind.LAST_SECOND)
          .collect(Collectors.toMap(Metric::prometheusName, Function.identity()));

  @TempDir Path folder;

  private static List<String> queries() throws IOException {
    JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DASHBOARD));
    List<String> queries = new ArrayList<>();
    dashboard.findValues("expr").forEach(expr -> queries.add(expr.asString()));
    return queries;
  }

  private static List<String> variables() throws IOException {
    JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DASHBOARD));
    return dashboard
        .get("templating")
        .get("list")
        .valueStream()
        .map(variable -> variable.get("query"))
        .filter(JsonNode::isObject)
        .map(query -> query.get("query").asString())
        .toList();
  }

  @Test
  void everyQueryNamesMetricsAndLabelsThatExist() throws IOException {
    List<String> all = Stream.concat(queries().stream(), variables().stream()).toList();
    assertThat(queries()).hasSizeGreaterThan(10);
    for (String query : all) {
      Matcher series = SERIES.matcher(query);
      int found = 0;
      while (series.find()) {
        found++;
        String name = series.group(1).replaceFirst("_(bucket|sum|count)$", "");
        Metric metric = named(name);
        Matcher label = LABEL.matcher(Objects.requireNonNullElse(series.group(2), ""));
        while (label.find()) {
          assertThat(labels(metric)).as(query).contains(label.group(1));
        }
      }
      assertThat(found).as(query).isPositive();
      Matcher by = BY.matcher(query);
      while (by.find()) {
        List<String> known = new ArrayList<>(List.of("le"));
        SERIES
            .matcher(query)
            .results()
            .map(match -> match.group(1).replaceFirst("_(bucket|sum|count)$", ""))
            .forEach(name -> known.addAll(labels(named(name))));
        assertThat(known).as(query).contains(by.group(1).split(",\\s*"));
      }
    }
  }

  @Test
  void prometheusUnderstandsEveryQuery() throws Exception {
    StringBuilder rules = new StringBuilder("groups:\n- name: dashboard\n  rules:\n");
    int i = 0;
    for (String query : queries()) {
      String plain =
          query.replace("$__rate_interval", "1m").replaceAll("\\$[a-z]+", "x").replace("'", "''");
      rules.append("  - record: dashboard:").append(i++).append("\n    expr: '").append(plain);
      rules.append("'\n");
    }
    Path file = Files.writeString(folder.resolve("rules.yaml"), rules.toString());
    Process promtool =
        new ProcessBuilder(RealServer.binary("promtool"), "check", "rules", file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(promtool.waitFor()).as(said).isZero();
  }

  @Test
  void noQueryAveragesAPercentile() throws IOException {
    assertThat(queries()).noneMatch(query -> query.matches("(?s).*avg.*(quantile|last_second).*"));
  }

  private static Metric named(String name) {
    return Objects.requireNonNull(BY_NAME.get(name), () -> name + " is no metric");
  }

  private static List<String> labels(Metric metric) {
    return Stream.concat(Stream.of(Label.RUN, Label.NAME, Label.GENERATOR), metric.labels.stream())
        .map(Label::key)
        .toList();
  }
}

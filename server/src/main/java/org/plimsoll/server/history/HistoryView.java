package org.plimsoll.server.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.server.history.Point.Figure;
import org.plimsoll.server.history.Point.Percentile;

/** Points of a run as columns for charts. */
public final class HistoryView {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String RESPONSE = "all/response";

  private final int stepSeconds;
  private final List<Point> points;
  private final SeriesTable observed;

  HistoryView(int stepSeconds, List<Point> points, SeriesTable observed) {
    this.stepSeconds = stepSeconds;
    this.points = List.copyOf(points);
    this.observed = observed;
  }

  /**
   * Returns the columns by name, with one value for each point.
   *
   * @param generator the id of the generator
   * @param scenario the scenario whose operations are shown; null for the totals of all
   */
  public Map<String, Object> columns(
      String generator, String startedAt, @Nullable String scenario) {
    Map<String, Object> columns = new LinkedHashMap<>();
    columns.put("stepSeconds", stepSeconds);
    columns.put("startedAt", startedAt);
    columns.put("generators", List.of(generator));
    columns.put("at", column(point -> point.window().atNanos() / NANOS_PER_SECOND));
    columns.put("phase", column(each -> each.window().phase()));
    columns.put("validity", column(Point::validity));
    Map<String, Object> series = new LinkedHashMap<>();
    for (Figure figure : Figure.values()) {
      series.put(figure.key(), column(figure::of));
    }
    columns.put("series", series);
    columns.put("operations", operations(scenario == null ? "" : scenario + "/"));
    columns.put("failures", failures());
    columns.put("heat", heat());
    columns.put("telemetry", observed(ObservedSums.TELEMETRY, null));
    columns.put("counters", observed(ObservedSums.COUNTER, 0f));
    columns.put("each", Map.of(generator, each(series)));
    return columns;
  }

  /** Returns the bounds of the heat map's cells in nanoseconds, one more than there are cells. */
  public static double[] heatEdgesNanos() {
    return Heat.edgesNanos();
  }

  /**
   * Returns the number of unanswered operations by the tag of their latency, such as {@code
   * read/response}.
   */
  public Map<String, Long> unanswered() {
    Map<String, Long> unanswered = new LinkedHashMap<>();
    for (Point point : points) {
      point
          .latencies()
          .forEach((tag, values) -> {
            long count = (long) values[Percentile.UNANSWERED.ordinal()];
            if (count > 0) {
              unanswered.merge(tag, count, Long::sum);
            }
          });
    }
    return unanswered;
  }

  private Map<String, Object> heat() {
    boolean isOpen = points.stream().anyMatch(point -> point.latencies().containsKey(RESPONSE));
    Map<String, Object> heat = new LinkedHashMap<>();
    heat.put("measure", isOpen ? "response" : "service");
    heat.put("cells", column(HistoryView::pairs));
    return heat;
  }

  private Map<String, Object> each(Map<String, Object> series) {
    Map<String, Object> own = new LinkedHashMap<>();
    for (String key : List.of("throughputPerSecond", "lagP99Nanos", "cpuCores")) {
      own.put(key, Objects.requireNonNull(series.get(key)));
    }
    own.put("validity", column(Point::validity));
    return own;
  }

  private Map<String, Object> operations(String path) {
    Map<String, Object> operations = new LinkedHashMap<>();
    Stream<String> names =
        Stream.concat(
            Stream.of("all"),
            points.stream()
                .flatMap(point -> point.rates().keySet().stream())
                .filter(name -> name.startsWith(path))
                .map(name -> name.substring(path.length()))
                .filter(name -> name.indexOf('/') < 0));
    names
        .distinct()
        .forEach(name -> {
          Map<String, Object> operation = new LinkedHashMap<>();
          operation.put(
              "throughputPerSecond",
              column(
                  point -> point.rates().getOrDefault(path + name, Point.Rates.NONE).throughput()));
          operation.put(
              "errorsPerSecond",
              column(point -> point.rates().getOrDefault(path + name, Point.Rates.NONE).errors()));
          operation.put("responseNanos", latency(path + name + "/response"));
          operation.put("serviceNanos", latency(path + name + "/service"));
          operations.put(name, operation);
        });
    return operations;
  }

  private Map<String, Object> latency(String tag) {
    Map<String, Object> latency = new LinkedHashMap<>();
    for (Percentile percentile : Percentile.values()) {
      latency.put(
          percentile.key(),
          column(point -> {
            float[] values = point.latencies().get(tag);
            return values == null ? null : values[percentile.ordinal()];
          }));
    }
    return latency;
  }

  private Map<String, Object> failures() {
    TreeSet<String> codes = new TreeSet<>();
    points.forEach(point -> codes.addAll(point.failures().keySet()));
    Map<String, Object> columns = new LinkedHashMap<>();
    for (String code : codes) {
      columns.put(code, column(point -> point.failures().getOrDefault(code, 0f)));
    }
    return columns;
  }

  /** Returns the series with a prefix that have a value in at least one point, by name. */
  private Map<String, Object> observed(String prefix, @Nullable Float absent) {
    Map<String, Object> columns = new TreeMap<>();
    List<String> names = List.copyOf(observed.names());
    for (int i = 0; i < names.size(); i++) {
      int index = i;
      boolean isShown =
          names.get(i).startsWith(prefix)
              && points.stream().anyMatch(point -> !Float.isNaN(at(point, index)));
      if (isShown) {
        columns.put(
            names.get(i).substring(prefix.length()),
            column(point -> Float.isNaN(at(point, index)) ? absent : (Float) at(point, index)));
      }
    }
    return columns;
  }

  private static float at(Point point, int index) {
    return index < point.observed().length ? point.observed()[index] : Float.NaN;
  }

  private static List<int[]> pairs(Point point) {
    List<int[]> pairs = new ArrayList<>();
    int[] heat = point.heat();
    for (int i = 0; i < heat.length; i += 2) {
      pairs.add(Arrays.copyOfRange(heat, i, i + 2));
    }
    return pairs;
  }

  private List<@Nullable Object> column(Function<Point, @Nullable Object> value) {
    List<@Nullable Object> column = new ArrayList<>(points.size());
    for (Point point : points) {
      Object shown = value.apply(point);
      column.add(shown instanceof Float number && !Float.isFinite(number) ? null : shown);
    }
    return column;
  }
}

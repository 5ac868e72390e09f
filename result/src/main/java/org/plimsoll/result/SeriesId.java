package org.plimsoll.result;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a telemetry series, unique within a run.
 *
 * <p>Its text is {@code SOURCE.METRIC{node="NODE",LABEL="VALUE",…}}, such as {@code
 * redis.used_memory_bytes}, {@code host.cpu_ratio{node="10.0.0.1"}} or {@code
 * node_load1{node="10.0.0.1:9100"}}. The unit is at the end of the metric's name.
 *
 * @param source the driver, {@code host}, {@code jvm}, or the name of a JMX bean; empty for a
 *     metric of a Prometheus page
 * @param node the machine or process that reports it; empty for a value of all nodes together
 * @param metric name of the metric, with its unit at the end
 * @param labels other labels, in order of their names
 */
public record SeriesId(
    String source, String node, String metric, SortedMap<String, String> labels) {
  private static final String NODE = "node";

  /** The replacement for a page's own label {@code node}. */
  private static final String EXPORTED_NODE = "exported_node";

  /** A percentile or maximum, such as {@code local_read_p99_seconds}. */
  private static final Pattern PERCENTILE =
      Pattern.compile("(?:.*_)?(?:p\\d{2,5}|max)_(?:seconds|nanos|millis)");

  private static final Pattern LATENCY =
      Pattern.compile("(?:.*_)?(?:p\\d{2,5}|max|mean)_(?:seconds|nanos|millis)");

  public SeriesId {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  /** Creates a series without labels. */
  public static SeriesId of(String source, String node, String metric) {
    return new SeriesId(source, node, metric, Collections.emptySortedMap());
  }

  /** Creates a series with the labels of its page. */
  public static SeriesId of(String source, String node, String metric, Map<String, String> labels) {
    SortedMap<String, String> own = new TreeMap<>(labels);
    String taken = own.remove(NODE);
    if (taken != null) {
      own.put(EXPORTED_NODE, taken);
    }
    return new SeriesId(source, node, metric, own);
  }

  /**
   * Parses the text of a series. Malformed labels become part of the metric's name, since files of
   * earlier versions may have any name.
   */
  public static SeriesId parse(String text) {
    int brace = text.indexOf('{');
    SortedMap<String, String> labels = new TreeMap<>();
    boolean isWhole = brace >= 0 && SeriesLabels.parse(text.substring(brace), labels);
    String name = isWhole ? text.substring(0, brace) : text;
    int dot = name.indexOf('.');
    String node = isWhole ? labels.remove(NODE) : null;
    return new SeriesId(
        dot < 0 ? "" : name.substring(0, dot),
        node == null ? "" : node,
        name.substring(dot + 1),
        isWhole ? labels : Collections.emptySortedMap());
  }

  /**
   * Parses only labels, from the opening to the closing brace; none if the text is empty.
   *
   * @return the labels by name; null if they are malformed
   */
  public static @Nullable SortedMap<String, String> labels(String text) {
    SortedMap<String, String> labels = new TreeMap<>();
    return text.isEmpty() || SeriesLabels.parse(text, labels) ? labels : null;
  }

  /** Returns the text that identifies the series in files, streams and charts. */
  public String text() {
    StringBuilder text = new StringBuilder(source);
    if (!source.isEmpty()) {
      text.append('.');
    }
    text.append(metric);
    SeriesLabels.append(text, node, labels);
    return text.toString();
  }

  /** Returns the series for the sum of all nodes. */
  public SeriesId ofAllNodes() {
    return new SeriesId(source, "", metric, labels);
  }

  /** Returns the same series with another metric name. */
  public SeriesId named(String newMetric) {
    return new SeriesId(source, node, newMetric, labels);
  }

  /** Whether the series is a latency of the server: a mean, a percentile or a maximum. */
  public boolean isLatency() {
    return LATENCY.matcher(metric).matches();
  }

  /** Whether the series is a percentile or a maximum, which must not be averaged. */
  public boolean isPercentile() {
    return PERCENTILE.matcher(metric).matches();
  }

  /** Whether a text denotes a series that is a percentile or a maximum. */
  public static boolean isPercentile(String text) {
    return (text.contains("_p") || text.contains(".p") || text.contains("max_"))
        && parse(text).isPercentile();
  }

  /** Whether the series can be summed over nodes: a rate, or an amount of bytes. */
  public boolean isSummable() {
    return metric.endsWith("/s") || metric.endsWith("_bytes") || metric.endsWith("_total");
  }
}

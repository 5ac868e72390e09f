package org.plimsoll.engine.telemetry;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.SeriesId;

/**
 * Converts cumulative counters to rates. A name that ends in {@code _total}, by Prometheus'
 * convention, counts since the server's start, which is useless in a chart. {@code hits_total}
 * becomes {@code hits/s} from the second reading on. A counter that has decreased, as after a
 * restart, leaves a gap.
 *
 * <p>Ratios and means of two counters are derived from the same two readings: {@code x_hit_ratio}
 * from {@code x_hits_total} and {@code x_misses_total} or {@code x_requests_total}, and {@code
 * x_mean_seconds} from {@code x_seconds_sum} and {@code x_seconds_count} or {@code x_total}.
 */
final class Rates {
  private static final String TOTAL = "_total";
  private static final String HITS = "hits_total";
  private static final String SUM = "_sum";
  private static final String COUNT = "_count";
  private static final String SECONDS = "_seconds";
  private static final double NANOS_PER_SECOND = 1e9;

  private Map<SeriesId, Double> previous = new HashMap<>();
  private long previousNanos;

  Map<SeriesId, Double> of(Map<SeriesId, Double> values, long atNanos) {
    Map<SeriesId, Double> shown = new LinkedHashMap<>();
    double seconds = (atNanos - previousNanos) / NANOS_PER_SECOND;
    values.forEach((id, value) -> {
      String name = id.metric();
      if (name.endsWith(TOTAL)) {
        rate(shown, values, id, name.substring(0, name.length() - TOTAL.length()), seconds);
        if (name.endsWith(HITS)) {
          ratio(shown, values, id);
        }
      } else if (name.endsWith(SECONDS + SUM) && values.containsKey(countOf(values, id))) {
        mean(shown, values, id);
      } else if (name.endsWith(SECONDS + COUNT) && values.containsKey(other(id, COUNT, SUM))) {
        rate(shown, values, id, name, seconds);
      } else {
        shown.put(id, value);
      }
    });
    previous = new HashMap<>(values);
    previousNanos = atNanos;
    return shown;
  }

  private void rate(
      Map<SeriesId, Double> shown,
      Map<SeriesId, Double> values,
      SeriesId id,
      String name,
      double seconds) {
    Double more = increase(values, id);
    if (more != null && seconds > 0) {
      shown.put(id.named(name + "/s"), more / seconds);
    }
  }

  private void ratio(Map<SeriesId, Double> shown, Map<SeriesId, Double> values, SeriesId id) {
    Double hits = increase(values, id);
    Double misses = increase(values, other(id, HITS, "misses_total"));
    Double requests = increase(values, other(id, HITS, "requests_total"));
    if (hits == null) {
      return;
    }
    double all = 0;
    if (misses != null) {
      all = hits + misses;
    } else if (requests != null) {
      all = requests;
    }
    if (all > 0) {
      shown.put(other(id, HITS, "hit_ratio"), Math.min(1, hits / all));
    }
  }

  private void mean(Map<SeriesId, Double> shown, Map<SeriesId, Double> values, SeriesId id) {
    Double sum = increase(values, id);
    Double count = increase(values, countOf(values, id));
    if (sum != null && count != null && count > 0) {
      shown.put(other(id, SECONDS + SUM, "_mean" + SECONDS), sum / count);
    }
  }

  /** Returns the counter of the events whose seconds a series sums. */
  private static SeriesId countOf(Map<SeriesId, Double> values, SeriesId sum) {
    SeriesId count = other(sum, SUM, COUNT);
    return values.containsKey(count) ? count : other(sum, SECONDS + SUM, TOTAL);
  }

  /**
   * Returns the increase of a counter since the last reading; null if it is unknown or has
   * decreased.
   */
  private @Nullable Double increase(Map<SeriesId, Double> values, SeriesId id) {
    Double before = previous.get(id);
    Double now = values.get(id);
    return before == null || now == null || now < before ? null : Double.valueOf(now - before);
  }

  /** Returns the series with the same name and another ending. */
  private static SeriesId other(SeriesId id, String end, String otherEnd) {
    String name = id.metric();
    return id.named(name.substring(0, name.length() - end.length()) + otherEnd);
  }
}

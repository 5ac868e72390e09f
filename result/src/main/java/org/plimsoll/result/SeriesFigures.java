package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a telemetry series of the target during a measurement.
 *
 * @param count number of readings, at least 1
 * @param increase growth of a counter since the start of the measurement; null if the series is not
 *     the rate of a counter
 */
public record SeriesFigures(
    long count,
    double min,
    double mean,
    double max,
    double last,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double increase) {
  private static final String TOTAL = "_total";
  private static final String RATE = "/s";

  /**
   * Returns the series that a name refers to: itself, or for a counter such as {@code
   * cassandra.dropped_messages_total} the series of its rate, {@code cassandra.dropped_messages/s}.
   */
  public static String seriesOf(String name) {
    int brace = name.indexOf('{');
    String plain = brace < 0 ? name : name.substring(0, brace);
    return plain.endsWith(TOTAL)
        ? plain.substring(0, plain.length() - TOTAL.length())
            + RATE
            + name.substring(plain.length())
        : name;
  }

  /** Whether a series is the rate of a counter. */
  public static boolean isRate(String series) {
    return plain(series).endsWith(RATE);
  }

  /** Returns the name of a series without its labels. */
  public static String plain(String series) {
    int brace = series.indexOf('{');
    return brace < 0 ? series : series.substring(0, brace);
  }

  /**
   * Returns the figure that an objective bounds: the growth of a counter, or the highest or lowest
   * value. A name without labels refers to all series of that name, such as those of each node. The
   * result is then the sum of their growth, or the highest or lowest of their values.
   *
   * @param highest whether the highest value is compared, as for an upper bound
   * @return the figure; null if no source reported the series
   */
  public static @Nullable Double bounded(
      Map<String, SeriesFigures> all, String name, boolean highest) {
    String series = seriesOf(name);
    boolean isCounter = !series.equals(name);
    boolean isExact = all.containsKey(series);
    Double bounded = null;
    for (Map.Entry<String, SeriesFigures> each : all.entrySet()) {
      String known = isExact ? each.getKey() : plain(each.getKey());
      SeriesFigures its = each.getValue();
      Double value = isCounter ? its.increase : (Double) (highest ? its.max : its.min);
      if (!known.equals(series) || value == null) {
        continue;
      }
      if (bounded == null) {
        bounded = value;
      } else if (isCounter) {
        bounded = bounded + value;
      } else {
        bounded = highest ? Math.max(bounded, value) : Math.min(bounded, value);
      }
    }
    return bounded;
  }
}

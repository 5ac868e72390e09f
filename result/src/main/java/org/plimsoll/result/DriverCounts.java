package org.plimsoll.result;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Formats a driver's counters for display. From {@code NAME-hits} and {@code NAME-misses} it
 * derives {@code NAME-hit-ratio}, the share of hits.
 */
public final class DriverCounts {
  private static final String RATIO = "-hit-ratio";

  private static final String HITS = "-hits";
  private static final String MISSES = "-misses";

  private DriverCounts() {}

  /** Returns the counter or ratio with a name; null if the total of the ratio is 0. */
  public static @Nullable Double figure(Map<String, Long> counts, String name) {
    if (isRatio(name)) {
      return ratio(counts, name.substring(0, name.length() - RATIO.length()));
    }
    return (double) counts.getOrDefault(name, 0L);
  }

  /**
   * Returns the name of the ratio that is derived from a counter of hits or misses; otherwise
   * empty.
   */
  public static Optional<String> ratioOf(String counter) {
    return Stream.of(HITS, MISSES)
        .filter(counter::endsWith)
        .map(end -> counter.substring(0, counter.length() - end.length()) + RATIO)
        .findFirst();
  }

  /** Whether a name belongs to a ratio rather than a count. */
  public static boolean isRatio(String name) {
    return name.endsWith(RATIO);
  }

  /** Formats counts and ratios by name. */
  public static Map<String, String> texts(Map<String, Long> counts) {
    Map<String, String> texts = new TreeMap<>();
    counts.forEach((name, count) -> {
      texts.put(name, Figures.count(count));
      if (name.endsWith(HITS)) {
        String of = name.substring(0, name.length() - HITS.length());
        Double ratio = ratio(counts, of);
        if (ratio != null) {
          texts.put(of + RATIO, Figures.percent(ratio));
        }
      }
    });
    return texts;
  }

  private static @Nullable Double ratio(Map<String, Long> counts, String of) {
    long hits = counts.getOrDefault(of + HITS, 0L);
    long all = hits + counts.getOrDefault(of + MISSES, 0L);
    return all == 0 ? null : Double.valueOf((double) hits / all);
  }
}

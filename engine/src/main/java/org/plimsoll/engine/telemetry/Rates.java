package org.plimsoll.engine.telemetry;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Converts cumulative counters to rates. A name that ends in {@code _total} (Prometheus'
 * convention) counts since the server's start, which is useless on a chart. {@code hits_total}
 * becomes {@code hits/s} from the second reading on. A counter that has decreased, as after a
 * restart, leaves a gap.
 */
final class Rates {
  private static final String TOTAL = "_total";
  private static final double NANOS_PER_SECOND = 1e9;

  private final Map<String, Double> previous = new HashMap<>();
  private long previousNanos;

  Map<String, Double> of(Map<String, Double> values, long atNanos) {
    Map<String, Double> shown = new LinkedHashMap<>();
    double seconds = (atNanos - previousNanos) / NANOS_PER_SECOND;
    values.forEach((name, value) -> {
      int brace = name.indexOf('{');
      String plain = brace < 0 ? name : name.substring(0, brace);
      if (!plain.endsWith(TOTAL)) {
        shown.put(name, value);
        return;
      }
      Double before = previous.get(name);
      if (before != null && value >= before && seconds > 0) {
        String labels = brace < 0 ? "" : name.substring(brace);
        String rate = plain.substring(0, plain.length() - TOTAL.length()) + "/s" + labels;
        shown.put(rate, (value - before) / seconds);
      }
    });
    previous.clear();
    previous.putAll(values);
    previousNanos = atNanos;
    return shown;
  }
}

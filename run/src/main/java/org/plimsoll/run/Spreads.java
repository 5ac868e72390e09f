package org.plimsoll.run;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Spread;
import org.plimsoll.result.Summary.Iteration;

/**
 * Computes the variation between iterations. A percentile of all iterations is computed from merged
 * histograms. The spread shows what a single iteration would have shown.
 *
 * <p>The coefficient of variation is s / m, with the mean m of the n figures and the sample
 * standard deviation s, √(Σ(x − m)² / (n − 1)).
 */
final class Spreads {
  private Spreads() {}

  /** Returns the spread of each figure by name; empty if there is only one iteration. */
  static Map<String, Spread> of(List<Iteration> iterations) {
    Map<String, Spread> spreads = new LinkedHashMap<>();
    if (iterations.size() < 2) {
      return spreads;
    }
    add(spreads, "throughputPerSecond", iterations, Iteration::throughputPerSecond);
    add(spreads, "errors", iterations, each -> each.accounting().errorShare());
    add(spreads, "mean", iterations, each -> Latencies.named(latency(each), "mean"));
    for (String percentile : Latencies.names()) {
      add(spreads, percentile, iterations, each -> Latencies.named(latency(each), percentile));
    }
    add(spreads, "max", iterations, each -> Latencies.named(latency(each), "max"));
    return spreads;
  }

  private static Latency latency(Iteration iteration) {
    Latency response = iteration.responseNanos();
    return response == null ? iteration.serviceNanos() : response;
  }

  private static void add(
      Map<String, Spread> spreads,
      String name,
      List<Iteration> iterations,
      Function<Iteration, @Nullable Double> figure) {
    double[] sorted =
        iterations.stream()
            .map(figure)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    if (sorted.length > 0) {
      spreads.put(name, of(sorted));
    }
  }

  /** Returns the spread of figures in ascending order, at least one. */
  static Spread of(double[] sorted) {
    int n = sorted.length;
    double mean = Arrays.stream(sorted).average().orElseThrow();
    double squares = Arrays.stream(sorted).map(x -> (x - mean) * (x - mean)).sum();
    return new Spread(
        n,
        sorted[0],
        (sorted[(n - 1) / 2] + sorted[n / 2]) / 2,
        sorted[n - 1],
        n < 2 || mean == 0 ? null : (Double) (Math.sqrt(squares / (n - 1)) / mean));
  }
}

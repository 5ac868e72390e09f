package org.plimsoll.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The median ratio of paired measurements, with the 95 % interval of Wilcoxon's signed-rank test.
 *
 * <p>The interval consists of Walsh averages of the ratios' logarithms: the means of all pairs,
 * including each value with itself. Let {@code k} be the largest number for which the rank sum is
 * below {@code k} with a probability of at most 2.5 %. The interval is from the {@code k}-th
 * smallest to the {@code k}-th largest average (Hollander, Wolfe, Chicken, Nonparametric
 * Statistical Methods, 3.3). It is exact, even for eight pairs, where a bootstrap is too narrow.
 * Fewer than six pairs have no interval.
 */
final class PairedRatios {
  private static final double TAIL = 0.025;

  private PairedRatios() {}

  /** Median and interval; the ends are NaN if there are too few pairs. */
  record Ratio(int pairs, double median, double low, double high) {}

  /** Reads lines with a name, a figure before and one after; prints a line for each name. */
  public static void main(String[] arguments) throws IOException {
    Map<String, List<Double>> ratios = new LinkedHashMap<>();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] fields = line.trim().split("\\s+", -1);
      double ratio = Double.parseDouble(fields[2]) / Double.parseDouble(fields[1]);
      ratios.computeIfAbsent(fields[0], name -> new ArrayList<>()).add(ratio);
    }
    ratios.forEach((name, all) -> {
      Ratio ratio = of(all.stream().mapToDouble(Double::doubleValue).toArray());
      System.out.printf(
          Locale.ROOT,
          "%-18s %5d %8.3f %8.3f %8.3f%n",
          name,
          ratio.pairs,
          ratio.median,
          ratio.low,
          ratio.high);
    });
  }

  static Ratio of(double... ratios) {
    int pairs = ratios.length;
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    double median = (sorted[(pairs - 1) / 2] + sorted[pairs / 2]) / 2;
    int rank = rank(pairs);
    if (rank == 0) {
      return new Ratio(pairs, median, Double.NaN, Double.NaN);
    }
    double[] averages = new double[pairs * (pairs + 1) / 2];
    int next = 0;
    for (int i = 0; i < pairs; i++) {
      for (int j = i; j < pairs; j++) {
        averages[next++] = (Math.log(sorted[i]) + Math.log(sorted[j])) / 2;
      }
    }
    Arrays.sort(averages);
    return new Ratio(
        pairs, median, Math.exp(averages[rank - 1]), Math.exp(averages[averages.length - rank]));
  }

  /** Counts the smallest rank sums that together have a probability of at most 2.5 %. */
  static int rank(int pairs) {
    int sums = pairs * (pairs + 1) / 2;
    double[] probability = new double[sums + 1];
    probability[0] = 1;
    for (int rank = 1; rank <= pairs; rank++) {
      for (int sum = sums; sum >= 0; sum--) {
        double without = probability[sum];
        double with = sum >= rank ? probability[sum - rank] : 0;
        probability[sum] = (without + with) / 2;
      }
    }
    int rank = 0;
    double tail = probability[0];
    while (tail <= TAIL) {
      tail += probability[++rank];
    }
    return rank;
  }
}

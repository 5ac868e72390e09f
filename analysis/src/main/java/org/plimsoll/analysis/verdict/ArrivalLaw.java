package org.plimsoll.analysis.verdict;

import java.util.Arrays;
import java.util.List;

/**
 * Whether arrivals came in the law that was asked for: the gaps between them as they came against
 * the gaps between their intended instants. A generator that is only late by little may still bunch
 * its arrivals, as one does whose timer ticks each millisecond or that refills a bucket of tokens;
 * the queues of the target are then those of another load.
 *
 * <p>The distance is that of Kolmogorov and Smirnov with a slack ε in the gap. With F the
 * distribution asked for and G the one that came,
 *
 * <pre>D = max over x of  max(G(x) − F(x + ε), F(x) − G(x + ε))</pre>
 *
 * After Strassen (The existence of probability measures with given marginals, 1965) no pairing of
 * the gaps asked with those that came brings more than a share 1 − D of them within ε of each
 * other; so D is the least share of gaps that are off. Both are samples of the same arrivals, which
 * leaves no sampling error between them, and no law is assumed: it holds for Poisson arrivals as
 * for constant ones, where the plain distance would be 1 for any jitter. A p-value is of no use
 * here, since with enough arrivals any difference is significant; see Lancet (Kogias, Mallon,
 * Bugnion, ATC 2019) for the test with a null hypothesis.
 *
 * <p>Independence is judged by the rank correlation (Spearman) of successive gaps, against that of
 * the gaps asked for; a gap that is within the slack counts as the one asked for.
 */
public final class ArrivalLaw {
  private final long[] asked;
  private final long[] came;
  private final long[] askedBefore;
  private final long[] cameBefore;

  /**
   * Gaps in nanoseconds, those at one position belong together.
   *
   * @param askedBefore the gaps just before those of {@code asked}; {@code cameBefore} likewise
   */
  public ArrivalLaw(long[] asked, long[] came, long[] askedBefore, long[] cameBefore) {
    this.asked = asked.clone();
    this.came = came.clone();
    this.askedBefore = askedBefore.clone();
    this.cameBefore = cameBefore.clone();
  }

  /** Those of phases that followed each other, as one. */
  public static ArrivalLaw of(List<ArrivalLaw> laws) {
    return new ArrivalLaw(
        laws.stream().flatMapToLong(law -> Arrays.stream(law.asked)).toArray(),
        laws.stream().flatMapToLong(law -> Arrays.stream(law.came)).toArray(),
        laws.stream().flatMapToLong(law -> Arrays.stream(law.askedBefore)).toArray(),
        laws.stream().flatMapToLong(law -> Arrays.stream(law.cameBefore)).toArray());
  }

  int gaps() {
    return asked.length;
  }

  /** The gap asked for, on average. */
  double meanNanos() {
    return Arrays.stream(asked).average().orElse(0);
  }

  /** The least share of gaps that are off by more than the slack. */
  double offShare(double slackNanos) {
    if (asked.length == 0) {
      return 0;
    }
    long[] sortedAsked = asked.clone();
    long[] sortedCame = came.clone();
    Arrays.sort(sortedAsked);
    Arrays.sort(sortedCame);
    return Math.max(
        excess(sortedCame, sortedAsked, slackNanos), excess(sortedAsked, sortedCame, slackNanos));
  }

  /** The largest G(x) − F(x + slack), of two sorted samples of the same size. */
  private static double excess(long[] ofG, long[] ofF, double slackNanos) {
    int most = 0;
    int below = 0;
    for (int i = 0; i < ofG.length; i++) {
      while (below < ofF.length && ofF[below] <= ofG[i] + slackNanos) {
        below++;
      }
      most = Math.max(most, i + 1 - below);
    }
    return (double) most / ofG.length;
  }

  /**
   * How far the correlation of successive gaps is from the one asked for; 0 where all gaps asked
   * for are the same, since the few that are off would be all that varies.
   */
  double dependence(double slackNanos) {
    if (Arrays.stream(asked).distinct().limit(2).count() < 2) {
      return 0;
    }
    double wanted = rankCorrelation(askedBefore, asked);
    double seen =
        rankCorrelation(
            within(cameBefore, askedBefore, slackNanos), within(came, asked, slackNanos));
    return Math.abs(seen - wanted);
  }

  private static long[] within(long[] gaps, long[] wanted, double slackNanos) {
    long[] kept = gaps.clone();
    for (int i = 0; i < kept.length; i++) {
      if (Math.abs(kept[i] - wanted[i]) <= slackNanos) {
        kept[i] = wanted[i];
      }
    }
    return kept;
  }

  /** Pearson's coefficient of the ranks; 0 where one side does not vary. */
  private static double rankCorrelation(long[] xs, long[] ys) {
    double[] ranksX = ranks(xs);
    double[] ranksY = ranks(ys);
    double mean = (xs.length + 1) / 2.0;
    double product = 0;
    double squareX = 0;
    double squareY = 0;
    for (int i = 0; i < xs.length; i++) {
      double x = ranksX[i] - mean;
      double y = ranksY[i] - mean;
      product += x * y;
      squareX += x * x;
      squareY += y * y;
    }
    return squareX == 0 || squareY == 0 ? 0 : product / Math.sqrt(squareX * squareY);
  }

  /** From 1 on; equal values share the mean of their ranks. */
  private static double[] ranks(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    double[] ranks = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      int at = Arrays.binarySearch(sorted, values[i]);
      ranks[i] = (firstOf(sorted, at) + lastOf(sorted, at)) / 2.0 + 1;
    }
    return ranks;
  }

  private static int firstOf(long[] sorted, int at) {
    int low = 0;
    int high = at;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < sorted[at]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int lastOf(long[] sorted, int at) {
    int low = at;
    int high = sorted.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (sorted[middle] > sorted[at]) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return low;
  }
}

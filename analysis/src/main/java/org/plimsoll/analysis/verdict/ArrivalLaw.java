package org.plimsoll.analysis.verdict;

import java.util.Arrays;
import java.util.List;

/**
 * Tests whether arrivals followed the requested process, by comparing actual gaps with gaps between
 * intended instants. A generator that is only slightly late may still bunch its arrivals, for
 * example with a millisecond timer or a token bucket. The target's queues are then those of another
 * load.
 *
 * <p>The distance is the Kolmogorov-Smirnov distance with a slack ε in the gap. With F the
 * requested distribution and G the actual one,
 *
 * <pre>D = max over x of  max(G(x) − F(x + ε), F(x) − G(x + ε))</pre>
 *
 * After Strassen (The existence of probability measures with given marginals, 1965), no pairing of
 * requested and actual gaps has more than a share 1 − D of pairs within ε of each other. So D is
 * the minimum share of gaps that are off. Both are samples of the same arrivals, so there is no
 * sampling error between them. No distribution is assumed: the test works for Poisson arrivals and
 * for constant ones, where the plain distance is 1 for any jitter. A p-value is not useful here,
 * since with enough arrivals any difference is significant; see Lancet (Kogias, Mallon, Bugnion,
 * ATC 2019) for the test with a null hypothesis.
 *
 * <p>Independence is judged by the rank correlation (Spearman) of successive gaps, compared with
 * that of the requested gaps. A gap within the slack counts as the requested one.
 */
public final class ArrivalLaw {
  private final long[] asked;
  private final long[] came;
  private final long[] askedBefore;
  private final long[] cameBefore;

  /**
   * Creates the test from gaps in nanoseconds, matched by position.
   *
   * @param askedBefore the gap before each gap of {@code asked}; {@code cameBefore} has the same
   *     for the actual gaps
   */
  public ArrivalLaw(long[] asked, long[] came, long[] askedBefore, long[] cameBefore) {
    this.asked = asked.clone();
    this.came = came.clone();
    this.askedBefore = askedBefore.clone();
    this.cameBefore = cameBefore.clone();
  }

  /** Combines the gaps of successive phases. */
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

  /** Returns the mean requested gap, in nanoseconds. */
  double meanNanos() {
    return Arrays.stream(asked).average().orElse(0);
  }

  /** Returns the minimum share of gaps that are off by more than the slack. */
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

  /** Returns the maximum of G(x) − F(x + slack) of two sorted samples of the same size. */
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
   * Returns the difference between the actual and the requested correlation of successive gaps. It
   * is 0 if all requested gaps are equal, since then only the few gaps that are off vary.
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

  /** Spearman's rank correlation; 0 if one side does not vary. */
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

  /** Returns the ranks of values, from 1; equal values share their mean rank. */
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

package org.plimsoll.engine.tune;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The interval of a share under autocorrelation, by batch means of a ratio. That a percentile is
 * above its bound means that a larger share of operations than {@code 1 − p} took longer, and a
 * share is a mean, so that nothing has to be sorted.
 *
 * <p>With {@code k} batches of {@code xᵢ} bad among {@code yᵢ}, the share is {@code r = Σx / Σy}
 * and its variance {@code k/(k − 1) · Σ(xᵢ − r·yᵢ)² / (Σy)²} (Cochran: Sampling Techniques, 1977,
 * ch. 6), with Student's t of {@code k − 1} degrees of freedom. Batches are merged by twos while
 * neighbours correlate (Law and Carson: A Sequential Procedure for Determining the Length of a
 * Steady-State Simulation, 1979). Autocorrelation only widens an interval, so that it is never
 * narrower than that of independent operations, which Clopper and Pearson (1934) give exactly; that
 * one alone speaks where nothing went wrong yet.
 */
final class BatchRatio implements StressEstimator {
  private static final int BATCHES_MAX = 20;
  private static final int BATCHES_MIN = 8;

  /** Of neighbouring batches, beyond which they are merged. */
  private static final double CORRELATED = 0.3;

  private final double alpha;
  private final boolean isCount;

  /**
   * @param confidence such as 0.95, of the two-sided interval
   * @param isCount whether single things went wrong; otherwise no exact bound is known
   */
  BatchRatio(double confidence, boolean isCount) {
    this.alpha = 1 - confidence;
    this.isCount = isCount;
  }

  @Override
  public Stress of(List<Part> parts, double allowed) {
    double bad = parts.stream().mapToDouble(Part::bad).sum();
    double total = parts.stream().mapToDouble(Part::total).sum();
    if (!(total > 0)) {
      return Stress.UNKNOWN;
    }
    double share = bad / total;
    double half = halfWidth(parts, share);
    double low = Math.max(0, share - half);
    double high = share + half;
    if (isCount) {
      double good = Math.max(0, total - bad);
      low = bad <= 0 ? 0 : Math.min(low, BetaDistribution.of(bad, good + 1).inverseCumulativeProbability(alpha / 2));
      high = good <= 0 ? 1 : Math.max(high, BetaDistribution.of(bad + 1, good).inverseCumulativeProbability(1 - alpha / 2));
    }
    return new Stress(share / allowed, low / allowed, high / allowed);
  }

  private double halfWidth(List<Part> parts, double share) {
    List<Part> batches = merged(parts, Math.max(1, parts.size() / BATCHES_MAX));
    while (batches.size() >= 2 * BATCHES_MIN && lagOne(batches, share) > CORRELATED) {
      batches = merged(batches, 2);
    }
    int count = batches.size();
    if (count < 2) {
      return Double.POSITIVE_INFINITY;
    }
    double squares = 0;
    double total = 0;
    for (Part batch : batches) {
      double residual = batch.bad() - share * batch.total();
      squares += residual * residual;
      total += batch.total();
    }
    double error = Math.sqrt(squares * count / (count - 1)) / total;
    return error * TDistribution.of(count - 1).inverseCumulativeProbability(1 - alpha / 2);
  }

  /** Groups of so many neighbours; those left over join the last group. */
  private static List<Part> merged(List<Part> parts, int size) {
    List<Part> groups = new ArrayList<>();
    int count = Math.max(1, parts.size() / size);
    for (int group = 0; group < count; group++) {
      int end = group == count - 1 ? parts.size() : (group + 1) * size;
      double bad = 0;
      double total = 0;
      for (Part part : parts.subList(group * size, end)) {
        bad += part.bad();
        total += part.total();
      }
      groups.add(new Part(bad, total));
    }
    return groups;
  }

  private static double lagOne(List<Part> batches, double share) {
    double products = 0;
    double squares = 0;
    double before = 0;
    for (Part batch : batches) {
      double residual = batch.bad() - share * batch.total();
      products += residual * before;
      squares += residual * residual;
      before = residual;
    }
    return squares == 0 ? 0 : products / squares;
  }
}

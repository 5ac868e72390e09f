package org.plimsoll.analysis.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.statistics.Estimate.Bounds;
import org.plimsoll.analysis.statistics.Estimate.Insufficient;

/**
 * Latencies of a run in up to 64 successive batches, for confidence intervals that account for
 * autocorrelation. Memory is bounded for runs of any length. When all batches are full, neighbors
 * are merged in pairs, and each batch then covers twice as many intervals.
 *
 * <p>The interval of a percentile derives from the interval of its rank (Woodruff, <em>Confidence
 * intervals for medians and other position measures</em>, JASA 47, 1952): the share of samples up
 * to the measured percentile is a ratio, whose error s {@link BatchMeans} computes. The samples at
 * the ranks p ± t·s bound the percentile. No batch needs its own percentile, the bounds are as
 * asymmetric as the tail, and operations that did not end rank at infinity. If many samples are
 * equal, the shares up to and below the percentile differ, and the larger error counts.
 *
 * <p>An interval is given only if the effective number of samples beyond the percentile is at least
 * {@value #EFFECTIVE_BEYOND}. The effective sample size is p(1−p)/s², and (1−p) times that beyond
 * an upper percentile. Slow operations come in clusters, of size (1−ρ)⁻² in an M/M/1 queue at load
 * ρ (the inverse of its extremal index). So the 1,000 samples beyond the p99 of 10⁵ at ρ = 0.9
 * count as ten. With so few samples, neither the error nor the autocorrelation can be estimated.
 */
public final class LatencyBatches {
  static final int EFFECTIVE_BEYOND = 40;

  /** Histogram digits per batch. Two suffice for an error; bounds are read with three. */
  private static final int BATCH_DIGITS = 2;

  /** An empty histogram that provides the buckets of a batch. */
  private static final Histogram BUCKETS = new Histogram(BATCH_DIGITS);

  private final List<Batch> batches = new ArrayList<>();
  private final Histogram pooled = new Histogram(3);
  private long neverEnded;
  private int intervalsPerBatch = 1;
  private int intervalsOfLast;

  /**
   * Adds the next interval of the run; all must be of about the same length.
   *
   * @param neverEndedCount number of operations of the interval that rank above all samples
   */
  public void add(Histogram interval, long neverEndedCount) {
    if (batches.isEmpty() || intervalsOfLast == intervalsPerBatch) {
      if (batches.size() == BatchMeans.MOST) {
        mergePairs();
      }
      if (!batches.isEmpty()) {
        batches.getLast().end();
      }
      batches.add(new Batch());
      intervalsOfLast = 0;
    }
    intervalsOfLast++;
    batches.getLast().add(interval, neverEndedCount);
    pooled.add(interval);
    neverEnded += neverEndedCount;
  }

  /** Returns the number of samples, including operations that did not end. */
  public long count() {
    return pooled.getTotalCount() + neverEnded;
  }

  /** Returns the mean of the samples; insufficient if some operations did not end. */
  public Estimate mean(double level) {
    if (neverEnded > 0) {
      return new Insufficient("some operations did not end, so there is no mean");
    }
    BatchMeans.Ratio ratio = ratio(batch -> batch.sum);
    if (ratio == null) {
      return noRatio();
    }
    double variance = Math.pow(pooled.getStdDeviation(), 2);
    double effective = ratio.effectiveSamples(variance, n());
    if (effective < EFFECTIVE_BEYOND) {
      return tooFew("samples", n(), effective);
    }
    double margin = ratio.margin(level);
    return new Bounds(
        level, ratio.value() - margin, ratio.value() + margin, ratio.batches(), effective);
  }

  /** Returns the percentile at a quantile p, such as 0.99. */
  public Estimate percentile(double p, double level) {
    if (count() == 0) {
      return noRatio();
    }
    long value = atRank(p);
    BatchMeans.Ratio above = ratio(batch -> batch.above(value));
    BatchMeans.Ratio from = ratio(batch -> batch.from(value));
    if (above == null || from == null) {
      return noRatio();
    }
    BatchMeans.Ratio ratio = above.error() > from.error() ? above : from;
    double effective = ratio.effectiveSamples(p * (1 - p), n());
    double beyond = Math.min(p, 1 - p);
    if (effective * beyond < EFFECTIVE_BEYOND) {
      return tooFew("samples beyond it", count() * beyond, effective * beyond);
    }
    double margin = ratio.margin(level);
    boolean endless = Math.ceil((p + margin) * count()) > pooled.getTotalCount();
    return new Bounds(
        level,
        atRank(p - margin),
        endless ? Double.POSITIVE_INFINITY : atRank(p + margin),
        ratio.batches(),
        effective);
  }

  /**
   * Returns the share of operations that took longer than a value or did not end. It also works if
   * few operations or none exceed the value. It is Wilson's interval (JASA 22, 1927) with the
   * effective sample size (Korn and Graubard, <em>Confidence intervals for proportions with small
   * expected number of positive counts estimated from survey data</em>, Survey Methodology 24,
   * 1998).
   */
  public Estimate shareAbove(long value, double level) {
    BatchMeans.Ratio ratio = ratio(batch -> batch.above(value));
    return ratio == null ? noRatio() : ShareBatches.wilson(ratio, n(), level);
  }

  private static Insufficient tooFew(String what, double count, double effective) {
    return new Insufficient(
        "%,.0f %s are equivalent to %,.0f independent ones, of %d needed"
            .formatted(count, what, Math.floor(effective), EFFECTIVE_BEYOND));
  }

  private Insufficient noRatio() {
    return ShareBatches.noRatio(count(), batches.size());
  }

  private BatchMeans.@Nullable Ratio ratio(ToDoubleFunction<Batch> sum) {
    return count() == 0
        ? null
        : new BatchMeans(
                batches.stream().mapToDouble(sum).toArray(),
                batches.stream().mapToDouble(Batch::size).toArray())
            .ratio();
  }

  private double n() {
    return count();
  }

  private long atRank(double p) {
    long samples = pooled.getTotalCount();
    double rank = Math.max(1, Math.ceil(p * count() - 1e-9));
    return rank >= samples
        ? pooled.getMaxValue()
        : pooled.getValueAtPercentile(100.0 * rank / samples);
  }

  private void mergePairs() {
    for (int i = 0; i < batches.size() / 2; i++) {
      Batch batch = batches.get(2 * i);
      batch.add(batches.get(2 * i + 1));
      batches.set(i, batch);
    }
    batches.subList(batches.size() / 2, batches.size()).clear();
    intervalsPerBatch *= 2;
  }

  /**
   * A batch of the run. Only the last batch has a histogram of its samples, because 64 histograms
   * for each operation of each run would take most of the memory of a server.
   */
  private static final class Batch {
    private @Nullable Histogram samples = new Histogram(BATCH_DIGITS);
    private SampleCounts counts = SampleCounts.NONE;
    private double sum;
    private long neverEnded;

    void add(Histogram interval, long neverEndedCount) {
      Histogram filling = samples;
      if (filling == null) {
        throw new IllegalStateException("a batch takes no samples after its end");
      }
      filling.add(interval);
      sum += interval.getTotalCount() == 0 ? 0 : interval.getMean() * interval.getTotalCount();
      neverEnded += neverEndedCount;
    }

    void add(Batch other) {
      end();
      counts = counts.plus(other.counts());
      sum += other.sum;
      neverEnded += other.neverEnded;
    }

    /** Ends the batch and compresses its samples. */
    void end() {
      counts = counts();
      samples = null;
    }

    private SampleCounts counts() {
      Histogram filling = samples;
      return filling == null ? counts : SampleCounts.of(filling);
    }

    double size() {
      return counts().total() + neverEnded;
    }

    double above(long value) {
      return beyond(value);
    }

    double from(long value) {
      return beyond(BUCKETS.lowestEquivalentValue(value) - 1);
    }

    private double beyond(long value) {
      SampleCounts its = counts();
      return its.total() - its.upTo(value) + neverEnded;
    }
  }
}

package org.plimsoll.benchmarks;

import org.HdrHistogram.Histogram;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.plimsoll.analysis.statistics.Estimate;
import org.plimsoll.analysis.statistics.LatencyBatches;

/**
 * Measures how often a 95 % confidence interval contains the true value, at M/M/1 queues, whose
 * response times are exponential with the mean 1/(μ−λ). Argument: the number of runs of each queue,
 * by default 200.
 */
public final class ConfidenceExperiment {
  private static final double LEVEL = 0.95;
  private static final double SERVICE_NANOS = 100_000;

  /** Precision of the histograms: three digits. */
  private static final double DIGITS = 0.001;

  private ConfidenceExperiment() {}

  /** A queue, with the samples of a run. */
  private record Queue(double load, int samples, int perInterval) {
    double truthNanos(String figure) {
      double mean = SERVICE_NANOS / (1 - load);
      return figure.equals("mean") ? mean : -Math.log(1 - quantile(figure)) * mean;
    }
  }

  public static void main(String[] arguments) {
    int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
    System.out.println("load  samples  interval  figure  answered  held  half width");
    for (Queue queue :
        new Queue[] {
          new Queue(0.5, 1_000_000, 10_000),
          new Queue(0.8, 1_000_000, 10_000),
          new Queue(0.8, 1_000_000, 1000),
          new Queue(0.8, 100_000, 1000),
          new Queue(0.9, 1_000_000, 10_000),
          new Queue(0.9, 100_000, 10_000),
          new Queue(0.9, 100_000, 1000)
        }) {
      judge(queue, runs);
    }
  }

  private static void judge(Queue queue, int runs) {
    String[] figures = {"mean", "p50", "p90", "p99", "p999"};
    int[] answered = new int[figures.length];
    int[] held = new int[figures.length];
    double[] halfWidth = new double[figures.length];
    for (int run = 0; run < runs; run++) {
      LatencyBatches batches = run(queue, run);
      for (int i = 0; i < figures.length; i++) {
        double truth = queue.truthNanos(figures[i]);
        Estimate estimate =
            i == 0 ? batches.mean(LEVEL) : batches.percentile(quantile(figures[i]), LEVEL);
        if (estimate instanceof Estimate.Bounds bounds) {
          answered[i]++;
          held[i] += bounds.contains(truth) || nearly(bounds, truth) ? 1 : 0;
          halfWidth[i] += (bounds.high() - bounds.low()) / 2 / truth;
        }
      }
    }
    for (int i = 0; i < figures.length; i++) {
      System.out.printf(
          "%4.2f %8d  %8d  %-6s %6.1f %% %s%n",
          queue.load,
          queue.samples,
          queue.perInterval,
          figures[i],
          100.0 * answered[i] / runs,
          answered[i] == 0
              ? "    –"
              : String.format(
                  "%5.1f %% ±%4.1f %%",
                  100.0 * held[i] / answered[i], 100 * halfWidth[i] / answered[i]));
    }
  }

  private static boolean nearly(Estimate.Bounds bounds, double truth) {
    return bounds.contains(truth * (1 - DIGITS)) || bounds.contains(truth * (1 + DIGITS));
  }

  private static double quantile(String figure) {
    return Double.parseDouble("0." + figure.substring(1));
  }

  /**
   * Simulates a run with Lindley's recursion, wait' = max(0, response − gap), starting with a wait
   * in steady state.
   */
  private static LatencyBatches run(Queue queue, long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    ZigguratSampler.Exponential exponential = ZigguratSampler.Exponential.of(random);
    LatencyBatches batches = new LatencyBatches();
    Histogram interval = new Histogram(3);
    double gapNanos = SERVICE_NANOS / queue.load;
    double endNanos = queue.perInterval * gapNanos;
    double nowNanos = 0;
    double waitNanos =
        random.nextDouble() < queue.load ? exponential.sample() * queue.truthNanos("mean") : 0;
    for (int i = 0; i < queue.samples; i++) {
      double responseNanos = waitNanos + exponential.sample() * SERVICE_NANOS;
      while (nowNanos + responseNanos > endNanos) {
        batches.add(interval, 0);
        interval.reset();
        endNanos += queue.perInterval * gapNanos;
      }
      interval.recordValue((long) responseNanos);
      double gap = exponential.sample() * gapNanos;
      nowNanos += gap;
      waitNanos = Math.max(0, responseNanos - gap);
    }
    batches.add(interval, 0);
    return batches;
  }
}

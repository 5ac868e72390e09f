package org.plimsoll.analysis.statistics;

import org.HdrHistogram.Histogram;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Simulates a run against an M/M/1 queue. Response times are exponential with the mean 1/(μ−λ) and
 * autocorrelated: wait' = max(0, response − gap) (Lindley 1952). The first wait is drawn from the
 * steady state.
 */
record Queue(double load, int samples, int perInterval) {
  private static final double SERVICE_NANOS = 100_000;

  /** The mean of the response times. */
  double meanNanos() {
    return SERVICE_NANOS / (1 - load);
  }

  double percentileNanos(double p) {
    return -Math.log(1 - p) * meanNanos();
  }

  /** Response times by the interval in which they end, as a run records them. */
  LatencyBatches run(long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    ZigguratSampler.Exponential exponential = ZigguratSampler.Exponential.of(random);
    LatencyBatches batches = new LatencyBatches();
    Histogram interval = new Histogram(3);
    double gapNanos = SERVICE_NANOS / load;
    double endNanos = perInterval * gapNanos;
    double nowNanos = 0;
    double waitNanos = random.nextDouble() < load ? exponential.sample() * meanNanos() : 0;
    for (int i = 0; i < samples; i++) {
      double responseNanos = waitNanos + exponential.sample() * SERVICE_NANOS;
      while (nowNanos + responseNanos > endNanos) {
        batches.add(interval, 0);
        interval.reset();
        endNanos += perInterval * gapNanos;
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

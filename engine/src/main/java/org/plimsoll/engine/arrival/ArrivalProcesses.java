package org.plimsoll.engine.arrival;

import java.util.random.RandomGenerator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.InverseTransformParetoSampler;
import org.apache.commons.rng.sampling.distribution.LogNormalSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.plimsoll.engine.spec.ArrivalSpec;

/** Creates the {@link ArrivalProcess} for a spec. */
public final class ArrivalProcesses {
  private ArrivalProcesses() {}

  /**
   * Returns the process for a spec. Its scale makes the mean gap 1. The mean is shape × scale for a
   * gamma distribution, e^(μ + σ²/2) for a lognormal one, and scale × shape / (shape − 1) for a
   * Pareto one.
   */
  public static ArrivalProcess of(ArrivalSpec spec, RandomGenerator random) {
    UniformRandomProvider bits = random::nextLong;
    return switch (spec) {
      case ArrivalSpec.Constant() -> new ConstantArrivals();
      case ArrivalSpec.Poisson() -> new PoissonArrivals(random);
      case ArrivalSpec.Uniform(double jitter) -> new JitteredArrivals(random, jitter);
      case ArrivalSpec.Gamma(double shape) ->
          AhrensDieterMarsagliaTsangGammaSampler.of(bits, shape, 1 / shape)::sample;
      case ArrivalSpec.Lognormal(double sigma) ->
          LogNormalSampler.of(
                  ZigguratSampler.NormalizedGaussian.of(bits), -sigma * sigma / 2, sigma)
              ::sample;
      case ArrivalSpec.Pareto(double shape) ->
          InverseTransformParetoSampler.of(bits, (shape - 1) / shape, shape)::sample;
      case ArrivalSpec.Hyperexponential(double squaredVariation) ->
          new HyperexponentialArrivals(random, squaredVariation);
      case ArrivalSpec.Markov markov -> new MarkovArrivals(random, markov);
      case ArrivalSpec.Trace(String _, double _, var timestamps) -> new TraceArrivals(timestamps);
      case ArrivalSpec.Custom custom -> new CheckedArrivals(custom, random);
    };
  }
}

package org.plimsoll.engine.workload;

import org.plimsoll.api.custom.CustomKeys;
import org.plimsoll.api.sampling.ZipfianRanks;
import org.plimsoll.engine.spec.CustomClass;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyNames;
import org.plimsoll.engine.spec.RequestFile;

/** Compiles the {@link KeyDistribution} that a spec describes. */
final class KeyDistributions {
  private KeyDistributions() {}

  /**
   * Compiles a spec.
   *
   * @param keys number of keys, at least 1
   * @param seed decides which keys are popular; the same on every machine of a run
   * @param inserted the keys that were inserted
   */
  static KeyDistribution of(KeyDistributionSpec spec, long keys, long seed, KeySequence inserted) {
    if (keys < 1) {
      throw new IllegalArgumentException("a key distribution needs at least 1 key, was " + keys);
    }
    spec.requireFits(keys);
    return switch (spec) {
      case KeyDistributionSpec.Uniform() -> new UniformKeys(keys);
      case KeyDistributionSpec.Zipfian(double exponent) -> {
        ZipfianRanks ranks = new ZipfianRanks(keys, exponent);
        KeyScatter scatter = new KeyScatter(keys, seed);
        yield (random, _, _) -> scatter.key(ranks.next(random));
      }
      case KeyDistributionSpec.YcsbZipfian() -> new YcsbZipfianKeys(keys);
      case KeyDistributionSpec.Latest(double exponent) -> new LatestKeys(inserted, exponent);
      case KeyDistributionSpec.Hotspot hotspot -> new HotspotKeys(hotspot, keys, seed);
      case KeyDistributionSpec.Exponential exponential -> new ExponentialKeys(exponential, keys);
      case KeyDistributionSpec.Sequential() ->
          (_, ordinal, _) -> Long.remainderUnsigned(ordinal, keys);
      case KeyDistributionSpec.Geometric(double probability) -> {
        double falls = Math.log1p(-probability);
        yield (random, _, _) -> TruncatedExponential.floor(random, falls, keys);
      }
      case KeyDistributionSpec.Binomial(double probability) ->
          LogConcaveKeys.of(LogWeights.binomial(keys - 1, probability), keys);
      case KeyDistributionSpec.Hypergeometric(long population, long successes, long draws) ->
          LogConcaveKeys.of(LogWeights.hypergeometric(population, successes, draws), keys);
      case KeyDistributionSpec.Pascal(long successes, double probability) ->
          LogConcaveKeys.of(LogWeights.pascal(successes, probability), keys);
      case KeyDistributionSpec.Poisson(double mean) ->
          LogConcaveKeys.of(LogWeights.poisson(mean), keys);
      case KeyDistributionSpec.Normal normal -> new NormalKeys(normal, keys);
      case KeyDistributionSpec.Histogram histogram -> new HistogramKeys(histogram, keys);
      case KeyDistributionSpec.KeyFile(KeyNames names, boolean replayed) -> keysOf(names, replayed);
      case KeyDistributionSpec.Requests(RequestFile file, boolean replayed) ->
          keysOf(file.keys(), replayed);
      case KeyDistributionSpec.Trace trace -> {
        long[] positions = trace.trace().positions();
        yield (_, ordinal, _) -> positions[(int) Long.remainderUnsigned(ordinal, positions.length)];
      }
      case KeyDistributionSpec.Custom custom -> {
        CustomClass<CustomKeys> own = custom.own();
        yield new CheckedKeys(own.name(), own.get().over(keys, own.arguments()), keys);
      }
    };
  }

  private static KeyDistribution keysOf(KeyNames names, boolean replayed) {
    int[] keyOfLine = names.keyOfLine();
    if (replayed) {
      return (_, ordinal, _) -> keyOfLine[(int) Long.remainderUnsigned(ordinal, keyOfLine.length)];
    }
    UniformKeys lines = new UniformKeys(keyOfLine.length);
    return (random, ordinal, atNanos) -> keyOfLine[(int) lines.next(random, ordinal, atNanos)];
  }
}

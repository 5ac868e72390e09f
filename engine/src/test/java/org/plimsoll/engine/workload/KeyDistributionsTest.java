package org.plimsoll.engine.workload;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.GeometricDistribution;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.PascalDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Nested;
import org.plimsoll.engine.spec.KeyDistributionSpec;

/** Compares key distributions with another library's, where it has them. */
class KeyDistributionsTest {
  private static double[] each(int keys, IntToDoubleFunction weight) {
    return IntStream.range(0, keys).mapToDouble(weight).toArray();
  }

  /** Weight 1 / rank^θ. */
  private static double[] zipfian(int keys) {
    return each(keys, rank -> Math.pow(rank + 1, -0.99));
  }

  /**
   * The first million of 10^10 + 1 items are summed exactly; the others are almost evenly spread.
   */
  @Nested
  class YcsbZipfian extends KeyDistributionContract {
    private static final int HEAD = 1_000_000;

    @Override
    KeyDistributionSpec spec(long keys) {
      return new KeyDistributionSpec.YcsbZipfian();
    }

    @Override
    double[] weights(int keys) {
      double tail =
          (Math.pow(YcsbZipfianKeys.ITEMS + 0.5, 0.01) - Math.pow(HEAD + 0.5, 0.01)) / 0.01;
      double[] weights = new double[keys];
      Arrays.fill(weights, tail / keys);
      for (int rank = 0; rank < HEAD; rank++) {
        weights[(int) YcsbZipfianKeys.key(rank, keys)] += Math.pow(rank + 1, -0.99);
      }
      return weights;
    }
  }

  @Nested
  class Latest extends KeyDistributionContract {
    @Override
    KeyDistributionSpec spec(long keys) {
      return new KeyDistributionSpec.Latest(0.99);
    }

    @Override
    double[] weights(int keys) {
      double[] ranks = zipfian(keys);
      return each(keys, key -> ranks[keys - 1 - key]);
    }
  }

  @Nested
  class Hotspot extends KeyDistributionContract {
    @Override
    KeyDistributionSpec spec(long keys) {
      return new KeyDistributionSpec.Hotspot(0.2, 0.8);
    }

    @Override
    double[] weights(int keys) {
      int hot = (int) Math.max(1, Math.round(keys * 0.2));
      return each(keys, rank -> rank < hot ? 0.8 / hot : 0.2 / (keys - hot));
    }

    @Override
    boolean isScattered() {
      return true;
    }
  }

  /** Nine tenths of the requests go to the first fifth of the keys; truncated at the last key. */
  @Nested
  class Exponential extends KeyDistributionContract {
    @Override
    KeyDistributionSpec spec(long keys) {
      return new KeyDistributionSpec.Exponential(0.2, 0.9);
    }

    @Override
    double[] weights(int keys) {
      // (1 - e^(-0.2 γ)) / (1 - e^(-γ)) = 0.9, solved separately
      double gamma = 11.512_475_282_609_586;
      return each(keys, key -> Math.exp(-gamma * key / keys));
    }
  }

  @Nested
  class Sequential extends KeyDistributionContract {
    @Override
    KeyDistributionSpec spec(long keys) {
      return new KeyDistributionSpec.Sequential();
    }

    @Override
    double[] weights(int keys) {
      return each(keys, _ -> 1);
    }

    @Override
    boolean isDrawn() {
      return false;
    }
  }

  @Nested
  class Binomial extends KeyDistributionContract {
    @Override
    KeyDistributionSpec spec(long keys) {
      return new KeyDistributionSpec.Binomial(0.3);
    }

    @Override
    double[] weights(int keys) {
      return each(keys, BinomialDistribution.of(keys - 1, 0.3)::probability);
    }
  }

  @Nested
  class Geometric extends KeyDistributionContract {
    @Override
    KeyDistributionSpec spec(long keys) {
      return new KeyDistributionSpec.Geometric(0.01);
    }

    @Override
    double[] weights(int keys) {
      return each(keys, GeometricDistribution.of(0.01)::probability);
    }
  }

  @Nested
  class Hypergeometric extends KeyDistributionContract {
    @Override
    KeyDistributionSpec spec(long keys) {
      return new KeyDistributionSpec.Hypergeometric(keys, keys / 2, keys / 3);
    }

    @Override
    double[] weights(int keys) {
      return each(keys, HypergeometricDistribution.of(keys, keys / 2, keys / 3)::probability);
    }
  }

  @Nested
  class Pascal extends KeyDistributionContract {
    @Override
    KeyDistributionSpec spec(long keys) {
      return new KeyDistributionSpec.Pascal(3, 0.01);
    }

    @Override
    double[] weights(int keys) {
      return each(keys, PascalDistribution.of(3, 0.01)::probability);
    }
  }

  @Nested
  class Poisson extends KeyDistributionContract {
    @Override
    KeyDistributionSpec spec(long keys) {
      return new KeyDistributionSpec.Poisson(300.5);
    }

    @Override
    double[] weights(int keys) {
      return each(keys, PoissonDistribution.of(300.5)::probability);
    }
  }

  /** The mode and half of the weights are beyond the last key. */
  @Nested
  class PoissonCutOff extends KeyDistributionContract {
    @Override
    KeyDistributionSpec spec(long keys) {
      return new KeyDistributionSpec.Poisson(keys);
    }

    @Override
    double[] weights(int keys) {
      return each(keys, PoissonDistribution.of(keys)::probability);
    }
  }

  @Nested
  class Normal extends KeyDistributionContract {
    @Override
    KeyDistributionSpec spec(long keys) {
      return new KeyDistributionSpec.Normal(0.8, 0.2);
    }

    @Override
    double[] weights(int keys) {
      NormalDistribution normal = NormalDistribution.of(0.8, 0.2);
      return each(keys, key -> normal.probability((double) key / keys, (key + 1.0) / keys));
    }
  }

  /** Three parts, which do not divide any number of keys used here. */
  @Nested
  class Histogram extends KeyDistributionContract {
    private final List<Double> parts = List.of(1.0, 0.0, 7.0);

    @Override
    KeyDistributionSpec spec(long keys) {
      return new KeyDistributionSpec.Histogram(Path.of("test"), keys < 3 ? List.of(1.0) : parts);
    }

    @Override
    double[] weights(int keys) {
      double[] weights = new double[keys];
      for (int part = 0; part < 3; part++) {
        int from = keys * part / 3;
        int to = keys * (part + 1) / 3;
        Arrays.fill(weights, from, to, parts.get(part) / (to - from));
      }
      return weights;
    }
  }
}

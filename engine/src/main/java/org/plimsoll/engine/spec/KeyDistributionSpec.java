package org.plimsoll.engine.spec;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.custom.CustomKeys;

/**
 * The distribution of requests over the keys.
 *
 * <p>Some kinds describe <em>popularity</em>. For these, the order of the keys has no meaning, so
 * popular keys are scattered over the key space, as in real data. Other kinds have a <em>shape</em>
 * over the key space, such as a bell curve, which scattering would destroy.
 */
public sealed interface KeyDistributionSpec {
  /** Whether neighboring keys have similar popularity. */
  default boolean hasShape() {
    return true;
  }

  /** Returns the names of the keys if a file lists them; null if names are derived from numbers. */
  default @Nullable KeyNames names() {
    return null;
  }

  /**
   * Checks that the distribution is defined for a number of keys.
   *
   * @throws InvalidSpecException if the distribution is not defined; the message contains the
   *     allowed values, but not the given text
   */
  default void requireFits(long keys) {}

  /** Every key with the same probability. */
  record Uniform() implements KeyDistributionSpec {
    @Override
    public boolean hasShape() {
      return false;
    }
  }

  /**
   * Zipf's law: the key of rank r has weight 1 / r^exponent. Ranks are scattered over the keys.
   *
   * @param exponent θ, any number above 0
   */
  record Zipfian(double exponent) implements KeyDistributionSpec {
    public Zipfian {
      require(
          exponent > 0 && exponent <= 100, "zipfian(θ) with an exponent above 0 and at most 100");
    }

    @Override
    public boolean hasShape() {
      return false;
    }
  }

  /** YCSB's scrambled zipfian: the popularity of 10^10 items, hashed to the keys. */
  record YcsbZipfian() implements KeyDistributionSpec {
    @Override
    public boolean hasShape() {
      return false;
    }
  }

  /**
   * Zipf's law by age: the r-th newest key with an acknowledged insert has weight 1 / r^exponent.
   *
   * @param exponent θ, any number above 0
   */
  record Latest(double exponent) implements KeyDistributionSpec {
    public Latest {
      require(
          exponent > 0 && exponent <= 100, "latest(θ) with an exponent above 0 and at most 100");
    }
  }

  /**
   * A hot set: a share of the keys, scattered over the key space, gets a share of the requests. Hot
   * and cold keys are uniform among themselves.
   */
  record Hotspot(double keyShare, double requestShare) implements KeyDistributionSpec {
    public Hotspot {
      require(
          isShare(keyShare) && isShare(requestShare),
          "hotspot(keys,requests) with shares from 0 to 1");
    }

    @Override
    public boolean hasShape() {
      return false;
    }
  }

  /**
   * Popularity that falls exponentially from the first key on. The first {@code keyShare} of the
   * keys get {@code requestShare} of the requests.
   */
  record Exponential(double keyShare, double requestShare) implements KeyDistributionSpec {
    public Exponential {
      require(
          keyShare > 0 && keyShare < requestShare && requestShare < 1,
          "exponential(keys,requests) with shares 0 < keys < requests < 1");
    }
  }

  /** Keys in ascending order: operation i uses key i, and the first key follows the last. */
  record Sequential() implements KeyDistributionSpec {}

  /** Binomial distribution: the number of successes in keys − 1 trials. */
  record Binomial(double probability) implements KeyDistributionSpec {
    public Binomial {
      require(probability > 0 && probability < 1, "binomial(p) with a probability between 0 and 1");
    }
  }

  /**
   * Geometric distribution: the number of failures before the first success, truncated to the keys.
   */
  record Geometric(double probability) implements KeyDistributionSpec {
    public Geometric {
      require(
          probability > 0 && probability < 1, "geometric(p) with a probability between 0 and 1");
    }
  }

  /**
   * Hypergeometric distribution: the number of successes in draws without replacement, truncated to
   * the keys.
   */
  record Hypergeometric(long population, long successes, long draws)
      implements KeyDistributionSpec {
    public Hypergeometric {
      require(
          population >= 1
              && population <= 1L << 62
              && successes >= 0
              && successes <= population
              && draws >= 0
              && draws <= population,
          "hypergeometric(population,successes,draws) with successes and draws of at most the"
              + " population, and that at most 2^62");
    }

    @Override
    public void requireFits(long keys) {
      require(
          draws - (population - successes) < keys,
          "hypergeometric(population,successes,draws) with a result below the number of keys, "
              + keys);
    }
  }

  /**
   * Negative binomial distribution: the number of failures before {@code successes} successes,
   * truncated to the keys.
   */
  record Pascal(long successes, double probability) implements KeyDistributionSpec {
    public Pascal {
      require(
          successes >= 1 && successes <= 1L << 53 && probability > 0 && probability < 1,
          "pascal(r,p) with a whole number of at least 1 and a probability between 0 and 1");
    }
  }

  /** Poisson distribution with a mean, truncated to the keys. */
  record Poisson(double mean) implements KeyDistributionSpec {
    public Poisson {
      require(mean > 0 && mean <= 0x1p62, "poisson(mean) with a mean above 0 and at most 2^62");
    }
  }

  /**
   * Normal distribution, truncated to the key space. Mean and standard deviation are shares of the
   * key space.
   */
  record Normal(double meanShare, double deviationShare) implements KeyDistributionSpec {
    public Normal {
      require(
          isShare(meanShare) && deviationShare > 0 && deviationShare <= 1,
          "normal(mean,deviation) with shares of the keys from 0 to 1, the deviation above 0");
    }
  }

  /** A histogram: equal parts of the key space, each with a weight. */
  record Histogram(Path file, List<Double> weights) implements KeyDistributionSpec {
    public Histogram {
      weights = List.copyOf(weights);
    }

    @Override
    public void requireFits(long keys) {
      require(
          weights.size() <= keys, "histogram(file) with at most as many lines as keys, " + keys);
    }

    @Override
    public String toString() {
      return "histogram(" + file + ")";
    }
  }

  /** Keys listed in a file, either drawn with equal probability per line or replayed in order. */
  record KeyFile(KeyNames names, boolean replayed) implements KeyDistributionSpec {}

  /** Requests listed in a file, each with operation and key, either drawn or replayed in order. */
  record Requests(RequestFile file, boolean replayed) implements KeyDistributionSpec {
    @Override
    public KeyNames names() {
      return file.keys();
    }
  }

  /** Key positions listed in a file, replayed in order and repeated. */
  record Trace(KeyTrace trace) implements KeyDistributionSpec {
    @Override
    public void requireFits(long keys) {
      require(
          Arrays.stream(trace.positions()).allMatch(position -> position < keys),
          "trace(file) with positions below the number of keys, " + keys);
    }
  }

  /** Keys drawn by a user's class. */
  record Custom(CustomClass<CustomKeys> own) implements KeyDistributionSpec {
    @Override
    public void requireFits(long keys) {
      CustomKeys.Keys _ = own.make((found, arguments) -> found.over(keys, arguments));
    }
  }

  private static boolean isShare(double share) {
    return share >= 0 && share <= 1;
  }

  private static void require(boolean condition, String allowed) {
    if (!condition) {
      throw new InvalidSpecException("must be " + allowed);
    }
  }
}

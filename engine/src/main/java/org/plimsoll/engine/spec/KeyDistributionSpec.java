package org.plimsoll.engine.spec;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.custom.CustomKeys;

/**
 * How often each key is asked for.
 *
 * <p>Some kinds are about <em>popularity</em>: which keys are the popular ones does not matter, and
 * so they are scattered over the key space, as they are in a real one. The others have a
 * <em>shape</em> over the key space, such as a bell, which scattering would destroy.
 */
public sealed interface KeyDistributionSpec {
  /** Whether neighbouring keys are about as popular as each other. */
  default boolean hasShape() {
    return true;
  }

  /** Where the keys have names of their own, those names; null where numbers make them. */
  default @Nullable KeyNames names() {
    return null;
  }

  /**
   * Refuses a number of keys that it cannot be over.
   *
   * @throws InvalidSpecException which says what it must be, without its own text
   */
  default void requireFits(long keys) {}

  /** Every key alike. */
  record Uniform() implements KeyDistributionSpec {
    @Override
    public boolean hasShape() {
      return false;
    }
  }

  /**
   * The key of rank r with weight 1 / r^exponent; ranks are scattered over the keys.
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

  /** YCSB's scrambled zipfian: the popularity of 10^10 items, hashed into the keys. */
  record YcsbZipfian() implements KeyDistributionSpec {
    @Override
    public boolean hasShape() {
      return false;
    }
  }

  /**
   * The r-th newest of the keys whose insert was acknowledged with weight 1 / r^exponent.
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
   * A share of the keys, scattered, gets a share of the requests; both parts are uniform inside.
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

  /** Falls exponentially from the first key on, so that a share of the keys gets so much. */
  record Exponential(double keyShare, double requestShare) implements KeyDistributionSpec {
    public Exponential {
      require(
          keyShare > 0 && keyShare < requestShare && requestShare < 1,
          "exponential(keys,requests) with shares 0 < keys < requests < 1");
    }
  }

  /** Operation i asks for key i, and begins again behind the last one. */
  record Sequential() implements KeyDistributionSpec {}

  /** The successes among keys - 1 trials. */
  record Binomial(double probability) implements KeyDistributionSpec {
    public Binomial {
      require(probability > 0 && probability < 1, "binomial(p) with a probability between 0 and 1");
    }
  }

  /** The failures before the first success, of those below the number of keys. */
  record Geometric(double probability) implements KeyDistributionSpec {
    public Geometric {
      require(
          probability > 0 && probability < 1, "geometric(p) with a probability between 0 and 1");
    }
  }

  /** The successes among draws without replacement, of those below the number of keys. */
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

  /** The failures before so many successes, of those below the number of keys. */
  record Pascal(long successes, double probability) implements KeyDistributionSpec {
    public Pascal {
      require(
          successes >= 1 && successes <= 1L << 53 && probability > 0 && probability < 1,
          "pascal(r,p) with a whole number of at least 1 and a probability between 0 and 1");
    }
  }

  /** Events with a mean, of those below the number of keys. */
  record Poisson(double mean) implements KeyDistributionSpec {
    public Poisson {
      require(mean > 0 && mean <= 0x1p62, "poisson(mean) with a mean above 0 and at most 2^62");
    }
  }

  /** A bell over the key space, cut off at its ends; shares of the key space. */
  record Normal(double meanShare, double deviationShare) implements KeyDistributionSpec {
    public Normal {
      require(
          isShare(meanShare) && deviationShare > 0 && deviationShare <= 1,
          "normal(mean,deviation) with shares of the keys from 0 to 1, the deviation above 0");
    }
  }

  /** The key space in equal parts, each with its weight. */
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

  /** The keys that a file names, each line as likely, or line after line. */
  record KeyFile(KeyNames names, boolean replayed) implements KeyDistributionSpec {}

  /** The keys of a file of requests, which say what is done with them, too; in order, or drawn. */
  record Requests(RequestFile file, boolean replayed) implements KeyDistributionSpec {
    @Override
    public KeyNames names() {
      return file.keys();
    }
  }

  /** The positions of keys that a file names, line after line, and then from its start again. */
  record Trace(KeyTrace trace) implements KeyDistributionSpec {
    @Override
    public void requireFits(long keys) {
      require(
          Arrays.stream(trace.positions()).allMatch(position -> position < keys),
          "trace(file) with positions below the number of keys, " + keys);
    }
  }

  /** A class of the user's. */
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

package org.plimsoll.api;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.plimsoll.api.sampling.AliasTable;
import org.plimsoll.api.sampling.ZipfianRanks;

/**
 * A distribution of sizes or durations, written {@code name(parameter, …)}; a bare number is a
 * constant. Samples are ≥ 0 and rounded to whole units (bytes, or nanoseconds).
 *
 * <table>
 * <caption>Kinds</caption>
 * <tr><td>{@code constant(x)}</td><td>always x</td></tr>
 * <tr><td>{@code uniform(a, b)}</td><td>whole numbers from a to b, both included</td></tr>
 * <tr><td>{@code exponential(mean)}</td><td>memoryless</td></tr>
 * <tr><td>{@code normal(mean, deviation)}</td><td>negative samples become 0</td></tr>
 * <tr><td>{@code lognormal(median, sigma)}</td><td>sigma: deviation of the logarithm</td></tr>
 * <tr><td>{@code pareto(minimum, shape)}</td><td>heavy tail; no mean at shape ≤ 1</td></tr>
 * <tr><td>{@code weibull(scale, shape)}</td><td>heavier than exponential at shape &lt; 1</td></tr>
 * <tr><td>{@code zipfian(a, b, θ)}</td><td>whole numbers from a to b, the k-th of them with weight
 * 1 / k^θ; θ is 0.99 when it is left out</td></tr>
 * <tr><td>{@code weights(x:w, …)}</td><td>x with weight w</td></tr>
 * <tr><td>{@code histogram(file)}</td><td>the same, from lines {@code x w}</td></tr>
 * <tr><td>{@code bounded(a, b, distribution)}</td><td>samples below a become a, above b become
 * b</td></tr>
 * </table>
 */
public sealed interface Distribution {
  /** Draws one sample. */
  long sample(RandomGenerator random);

  /**
   * Returns the mean, exact except for rounding; {@link Double#POSITIVE_INFINITY} if there is none.
   */
  double mean();

  /** Returns the smallest possible sample. */
  default long lowerBound() {
    return 0;
  }

  /** Returns the largest possible sample; {@link Long#MAX_VALUE} if there is no bound. */
  default long maximum() {
    return Long.MAX_VALUE;
  }

  record Constant(long value) implements Distribution {
    @Override
    public long sample(RandomGenerator random) {
      return value;
    }

    @Override
    public double mean() {
      return value;
    }

    @Override
    public long lowerBound() {
      return value;
    }

    @Override
    public long maximum() {
      return value;
    }
  }

  record Uniform(long from, long to) implements Distribution {
    public Uniform {
      require(from <= to && to < Long.MAX_VALUE, "uniform(a, b) needs a ≤ b");
    }

    @Override
    public long sample(RandomGenerator random) {
      return from == to ? from : random.nextLong(from, to + 1);
    }

    @Override
    public double mean() {
      return from / 2.0 + to / 2.0;
    }

    @Override
    public long lowerBound() {
      return from;
    }

    @Override
    public long maximum() {
      return to;
    }
  }

  record Exponential(double mean) implements Distribution {
    @Override
    public long sample(RandomGenerator random) {
      return Math.round(mean * random.nextExponential());
    }
  }

  record Normal(double mean, double deviation) implements Distribution {
    @Override
    public long sample(RandomGenerator random) {
      return Math.max(0, Math.round(mean + deviation * random.nextGaussian()));
    }
  }

  record Lognormal(double median, double sigma) implements Distribution {
    @Override
    public long sample(RandomGenerator random) {
      return Math.round(median * Math.exp(sigma * random.nextGaussian()));
    }

    @Override
    public double mean() {
      return median * Math.exp(sigma * sigma / 2);
    }
  }

  record Pareto(double minimum, double shape) implements Distribution {
    public Pareto {
      require(shape > 0, "pareto(minimum, shape) needs a shape above 0");
    }

    /**
     * Draws a sample by inversion: if U is uniform on (0, 1], minimum / U^(1/shape) is Pareto
     * distributed.
     */
    @Override
    public long sample(RandomGenerator random) {
      return Math.round(minimum * Math.pow(1 - random.nextDouble(), -1 / shape));
    }

    @Override
    public double mean() {
      return shape > 1 ? minimum * shape / (shape - 1) : Double.POSITIVE_INFINITY;
    }

    @Override
    public long lowerBound() {
      return Math.round(minimum);
    }
  }

  record Weibull(double scale, double shape) implements Distribution {
    public Weibull {
      require(shape > 0, "weibull(scale, shape) needs a shape above 0");
    }

    /**
     * Draws a sample by inversion: if E is exponential with mean 1, scale × E^(1/shape) is Weibull
     * distributed.
     */
    @Override
    public long sample(RandomGenerator random) {
      return Math.round(scale * Math.pow(random.nextExponential(), 1 / shape));
    }

    /**
     * Returns the mean, scale × Γ(1 + 1/shape), computed from the quantiles at the midpoints of
     * equal shares.
     */
    @Override
    public double mean() {
      int shares = 10_000;
      double sum = 0;
      for (int share = 0; share < shares; share++) {
        sum += Math.pow(-Math.log((share + 0.5) / shares), 1 / shape);
      }
      return scale * sum / shares;
    }
  }

  /**
   * Whole numbers from {@code from} to {@code to}; the first is the most likely.
   *
   * @param ranks a sampler with the same count and exponent
   */
  record Zipfian(long from, long to, double exponent, ZipfianRanks ranks) implements Distribution {
    /**
     * Creates a Zipfian distribution; the number {@code from + r} has weight 1 / (r + 1)^exponent.
     */
    public static Zipfian of(long from, long to, double exponent) {
      require(from <= to && to < Long.MAX_VALUE, "zipfian(a, b, θ) needs a ≤ b");
      return new Zipfian(from, to, exponent, new ZipfianRanks(to - from + 1, exponent));
    }

    @Override
    public long sample(RandomGenerator random) {
      return from + ranks.next(random);
    }

    @Override
    public double mean() {
      return from - 1 + ranks.mean();
    }

    @Override
    public long lowerBound() {
      return from;
    }

    @Override
    public long maximum() {
      return to;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Zipfian zipfian
          && zipfian.from == from
          && zipfian.to == to
          && zipfian.exponent == exponent;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(from) * 31 + Long.hashCode(to) + Double.hashCode(exponent);
    }
  }

  /**
   * A list of values, each with its weight. Two of them are equal if their values and weights are.
   *
   * @param file the file that has the values; empty if there is none
   * @param table a sampler for the weights
   */
  record Weights(List<Long> values, List<Double> weights, Optional<String> file, AliasTable table)
      implements Distribution {
    public Weights {
      values = List.copyOf(values);
      weights = List.copyOf(weights);
      require(
          !values.isEmpty() && values.size() == weights.size(),
          "weights(x:w, …) needs a weight for each value");
    }

    /** Creates the distribution; each value has the weight at the same position. */
    public static Weights of(List<Long> values, List<Double> weights) {
      return new Weights(values, weights, Optional.empty(), new AliasTable(weights));
    }

    /** Returns this distribution with the name of the file that has its values. */
    Weights from(String name) {
      return new Weights(values, weights, Optional.of(name), table);
    }

    @Override
    public long sample(RandomGenerator random) {
      return values.get(table.next(random));
    }

    @Override
    public double mean() {
      double sum = 0;
      double total = 0;
      for (int i = 0; i < values.size(); i++) {
        sum += weights.get(i) * values.get(i);
        total += weights.get(i);
      }
      return sum / total;
    }

    @Override
    public long lowerBound() {
      return values.stream().mapToLong(Long::longValue).min().orElseThrow();
    }

    @Override
    public long maximum() {
      return values.stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Weights that
          && that.values.equals(values)
          && that.weights.equals(weights);
    }

    @Override
    public int hashCode() {
      return values.hashCode() * 31 + weights.hashCode();
    }
  }

  /** A distribution whose samples are clamped to two bounds. */
  record Bounded(long from, long to, Distribution of) implements Distribution {
    public Bounded {
      require(from <= to, "bounded(a, b, distribution) needs a ≤ b");
    }

    @Override
    public long sample(RandomGenerator random) {
      return Math.clamp(of.sample(random), from, to);
    }

    @Override
    public double mean() {
      return Math.clamp(
          of.mean(), (double) from, (double) to); // a good approximation if the bounds cut off
      // little
    }

    @Override
    public long lowerBound() {
      return Math.clamp(of.lowerBound(), from, to);
    }

    @Override
    public long maximum() {
      return Math.clamp(of.maximum(), from, to);
    }
  }

  private static void require(boolean condition, String sentence) {
    if (!condition) {
      throw new IllegalArgumentException(sentence);
    }
  }
}

package org.plimsoll.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

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
 * <tr><td>{@code lognormal(median, sigma)}</td><td>sigma is that of the logarithm</td></tr>
 * <tr><td>{@code pareto(minimum, shape)}</td><td>heavy tail; no mean at shape ≤ 1</td></tr>
 * </table>
 */
public sealed interface Distribution {
  /** Draws one sample. */
  long sample(RandomGenerator random);

  /** The largest sample possible, {@link Long#MAX_VALUE} where there is no bound. */
  default long maximum() {
    return Long.MAX_VALUE;
  }

  record Constant(long value) implements Distribution {
    @Override
    public long sample(RandomGenerator random) {
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
  }

  record Pareto(double minimum, double shape) implements Distribution {
    public Pareto {
      require(shape > 0, "pareto(minimum, shape) needs a shape above 0");
    }

    /** Inversion: if U is uniform on (0, 1], minimum / U^(1/shape) is Pareto. */
    @Override
    public long sample(RandomGenerator random) {
      return Math.round(minimum * Math.pow(1 - random.nextDouble(), -1 / shape));
    }
  }

  /** A distribution of bytes. */
  static Distribution parseBytes(String text) {
    return parse(text, Quantities::parseBytes);
  }

  /** A distribution of durations, in nanoseconds. */
  static Distribution parseDuration(String text) {
    return parse(text, part -> Quantities.parseDuration(part).toNanos());
  }

  private static Distribution parse(String text, ToDoubleFunction<String> unit) {
    String compact = text.strip();
    int open = compact.indexOf('(');
    if (open < 0) {
      return new Constant((long) unit.applyAsDouble(compact));
    }
    require(compact.endsWith(")"), "must end with ')', was '" + text + "'");
    String name = compact.substring(0, open).toLowerCase(Locale.ROOT);
    List<String> parts = new ArrayList<>();
    for (String part : compact.substring(open + 1, compact.length() - 1).split(",", -1)) {
      parts.add(part.strip());
    }
    return switch (name + "/" + parts.size()) {
      case "constant/1" -> new Constant((long) unit.applyAsDouble(parts.get(0)));
      case "uniform/2" ->
          new Uniform(
              (long) unit.applyAsDouble(parts.get(0)), (long) unit.applyAsDouble(parts.get(1)));
      case "exponential/1" -> new Exponential(unit.applyAsDouble(parts.get(0)));
      case "normal/2" ->
          new Normal(unit.applyAsDouble(parts.get(0)), unit.applyAsDouble(parts.get(1)));
      case "lognormal/2" ->
          new Lognormal(unit.applyAsDouble(parts.get(0)), Quantities.parseDecimal(parts.get(1)));
      case "pareto/2" ->
          new Pareto(unit.applyAsDouble(parts.get(0)), Quantities.parseDecimal(parts.get(1)));
      default ->
          throw new IllegalArgumentException(
              "must be constant(x), uniform(a,b), exponential(mean), normal(mean,deviation),"
                  + " lognormal(median,sigma) or pareto(minimum,shape), was '"
                  + text
                  + "'");
    };
  }

  private static void require(boolean condition, String sentence) {
    if (!condition) {
      throw new IllegalArgumentException(sentence);
    }
  }
}

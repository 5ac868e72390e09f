package org.plimsoll.settings.text;

import java.nio.file.Path;
import java.util.List;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.custom.CustomKeys;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyNames;
import org.plimsoll.engine.spec.KeyTrace;
import org.plimsoll.engine.spec.TextLines;

/**
 * Parses key distributions: {@code uniform}, {@code zipfian(0.99)}. A user's own class is not
 * loaded.
 */
public final class KeyDistributionText {
  private static final Argument<Double> EXPONENT =
      Argument.number("θ", Bounds.above("0", "100"))
          .withDefault("0.99")
          .describedAs("exponent: the key of rank r has the weight 1 / r^θ");
  private static final Argument<Double> PROBABILITY =
      Argument.number("p", Bounds.between("0", "1")).describedAs("probability of success");

  public static final Forms<KeyDistributionSpec> FORMS =
      Forms.of(
          "key-distribution",
          Form.of("uniform", "every key equally often", KeyDistributionSpec.Uniform::new),
          Form.of(
              "zipfian",
              "few keys very often; popular keys are scattered over the key space",
              EXPONENT,
              KeyDistributionSpec.Zipfian::new),
          Form.of(
              "ycsb-zipfian",
              "the scrambled zipfian distribution of YCSB",
              KeyDistributionSpec.YcsbZipfian::new),
          Form.of(
              "latest",
              "zipfian by age: the most recently inserted keys most often",
              EXPONENT,
              KeyDistributionSpec.Latest::new),
          Form.of(
              "hotspot",
              "a share of the keys gets a share of the requests",
              share("keys", Bounds.from("0", "1")),
              share("requests", Bounds.from("0", "1")),
              KeyDistributionSpec.Hotspot::new),
          Form.of(
                  "exponential",
                  "falls exponentially; the first share of the keys gets a share of the requests",
                  share("keys", Bounds.between("0", "1")),
                  share("requests", Bounds.between("0", "1")),
                  KeyDistributionSpec.Exponential::new)
              .withRule("shares 0 < keys < requests < 1"),
          Form.of(
              "sequential",
              "one key after the other, repeated",
              KeyDistributionSpec.Sequential::new),
          Form.of(
              "binomial",
              "the number of successes in keys - 1 trials",
              PROBABILITY,
              KeyDistributionSpec.Binomial::new),
          Form.of(
              "geometric",
              "the number of failures before the first success",
              PROBABILITY,
              KeyDistributionSpec.Geometric::new),
          Form.of(
                  "hypergeometric",
                  "the number of successes in draws without replacement",
                  count("population"),
                  count("successes"),
                  count("draws"),
                  KeyDistributionSpec.Hypergeometric::new)
              .withRule("successes and draws of at most the population, and that at most 2^62"),
          Form.of(
              "pascal",
              "the number of failures before r successes",
              count("r").describedAs("successes, at least 1"),
              PROBABILITY,
              KeyDistributionSpec.Pascal::new),
          Form.of(
              "poisson",
              "the number of events, with this mean",
              Argument.of(
                  "mean",
                  "a number above 0 and at most 2^62",
                  Quantities::parseDecimal,
                  Reached.nothing()),
              KeyDistributionSpec.Poisson::new),
          Form.of(
              "normal",
              "a normal distribution over the key space, cut off at its ends",
              share("mean", Bounds.from("0", "1")).describedAs("as a share of the keys"),
              share("deviation", Bounds.above("0", "1")).describedAs("as a share of the keys"),
              KeyDistributionSpec.Normal::new),
          Form.of(
              "histogram",
              "the key space in equal parts, each with the weight on a line of the file",
              Argument.file(),
              KeyDistributionText::histogram),
          Form.of(
              "keys",
              "the keys in a file, one on each line",
              Argument.file(),
              Argument.choice("order", "replay", "drawn")
                  .withDefault("replay")
                  .describedAs("replay: one line after the other; drawn: each line equally often"),
              (file, order) ->
                  new KeyDistributionSpec.KeyFile(
                      new KeyNames(Path.of(file)), order.equals("replay"))),
          Form.of(
              "trace",
              "the positions of keys in a file, one after the other, repeated",
              Argument.file(),
              file -> new KeyDistributionSpec.Trace(new KeyTrace(Path.of(file)))),
          CustomText.<CustomKeys, KeyDistributionSpec>form(
              "a class that draws the keys", KeyDistributionSpec.Custom::new));

  private KeyDistributionText() {}

  private static Argument<Double> share(String name, Bounds bounds) {
    return Argument.number(name, bounds).describedAs("as a share of all");
  }

  private static Argument<Long> count(String name) {
    return Argument.of(
        name, "a whole number from 0 to 2^62", Quantities::parseCount, Reached.nothing());
  }

  private static KeyDistributionSpec histogram(String file) {
    Path path = Path.of(file);
    List<Double> weights = TextLines.of(path).map(Quantities::parseDecimal).toList();
    if (weights.stream().mapToDouble(Double::doubleValue).sum() <= 0) {
      throw new InvalidSpecException(
          "must be histogram(file) with a weight on each line, at least one of them above 0");
    }
    return new KeyDistributionSpec.Histogram(path, weights);
  }
}

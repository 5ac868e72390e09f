package org.plimsoll.settings.text;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.RateSpec;

/** Parses rates: {@code 10k}, {@code ramp(1k, 10k, 5m)}, {@code csv(rates.csv)}. */
public final class RateText {
  /** The lowest rate, in operations per second. */
  public static final double LEAST_PER_SECOND = 1e-6;

  /** The highest rate, in operations per second. */
  public static final double MOST_PER_SECOND = 1e9;

  private static final String KEY = "rate";
  private static final int MAX_POINTS = 100_000;

  private static final Argument<Double> FROM = rate("from");
  private static final Argument<Double> TO = rate("to");
  private static final Argument<Long> LENGTH = Argument.nanos("length");

  /** The shapes of a rate over time. A number alone is a constant rate. */
  public static final Forms<RateSpec> FORMS =
      Forms.of(
          KEY,
          Form.of(
                  "ramp",
                  "rises or falls linearly, then remains at the last rate",
                  FROM,
                  TO,
                  LENGTH,
                  (from, to, nanos) -> positive(from + to, new RateSpec.Ramp(from, to, nanos)))
              .withRule("rates from 0 to 1g that are not both 0 and a length above 0"),
          Form.of(
                  "steps",
                  "rises or falls in equal steps, then remains at the last rate",
                  FROM,
                  rate("step"),
                  TO,
                  Argument.nanos("each").describedAs("length of a step"),
                  (from, step, to, nanos) ->
                      positive(from + to, new RateSpec.Steps(from, step, to, nanos)))
              .withRule(
                  "rates from 0 to 1g and at most 100,000 steps, such as"
                      + " steps(1k,1k,10k,30s)"),
          Form.of(
                  "sine",
                  "a sine wave around a mean; it starts upwards",
                  rate("mean"),
                  rate("amplitude"),
                  Argument.nanos("period"),
                  (mean, amplitude, nanos) ->
                      positive(mean, new RateSpec.Sine(mean, amplitude, nanos)))
              .withRule("a mean above 0 and an amplitude of at most the mean"),
          Form.of(
                  "daily",
                  "a daily cycle: starts at the lowest rate, and reaches the highest after half"
                      + " a day",
                  rate("least"),
                  rate("most"),
                  Argument.nanos("day").withDefault("24h").describedAs("length of a day"),
                  (least, most, nanos) -> positive(most, new RateSpec.Daily(least, most, nanos)))
              .withRule("most above 0, and least not above most"),
          Form.of(
                  "spike",
                  "changes to another rate for a limited time",
                  rate("base"),
                  rate("peak"),
                  Argument.of(
                      "at",
                      "a duration",
                      text -> Quantities.parseDuration(text).toNanos(),
                      Reached.nothing()),
                  LENGTH,
                  (base, peak, at, nanos) ->
                      positive(base + peak, new RateSpec.Spike(base, peak, at, nanos)))
              .withRule("rates from 0 to 1g that are not both 0, such as spike(1k,10k,60s,5s)"),
          Form.of(
                  "csv",
                  "points in a file, a time and a rate on each line such as 90s,5k, with straight"
                      + " lines between them",
                  Argument.file(),
                  RateText::curve)
              .withRule("a rate above 0 on at least one line of the file"));

  private RateText() {}

  /** Parses a rate or a shape. */
  public static RateSpec parse(String text) {
    return text.contains("(") ? FORMS.parse(text) : new RateSpec.Constant(positive(text));
  }

  /**
   * Returns the external resources that a rate or a shape reaches, that is, the file with its
   * points.
   */
  public static List<Reached> reached(String text) {
    return text.contains("(") ? FORMS.reached(text) : List.of();
  }

  private static Argument<Double> rate(String name) {
    return Argument.of(name, "a rate from 0 to 1g", RateText::perSecond, Reached.nothing())
        .describedAs("operations per second");
  }

  /** Returns the shape if its rate is above 0; refuses a shape without any arrivals. */
  private static RateSpec positive(double perSecond, RateSpec shape) {
    requirePositive(perSecond);
    return shape;
  }

  private static RateSpec curve(String file) {
    List<RateSpec.Point> points = new ArrayList<>();
    SeriesFile.read(
        KEY,
        file,
        MAX_POINTS,
        row -> {
          long earliest = points.isEmpty() ? 0 : points.getLast().atNanos();
          String allowed = "a time, not before the one above, and a rate, such as 90s,5k";
          points.add(
              row.parse(
                  allowed,
                  () -> new RateSpec.Point(row.nanosFrom(earliest), rateOf(row.columns()))));
        });
    requirePositive(points.stream().mapToDouble(RateSpec.Point::perSecond).max().orElse(0));
    return new RateSpec.Curve(file, points);
  }

  private static double rateOf(List<String> columns) {
    if (columns.size() < 2) {
      throw new IllegalArgumentException("must have a rate");
    }
    return perSecond(columns.get(1));
  }

  /** Formats a rate as a user would write it. */
  public static String of(double perSecond) {
    return BigDecimal.valueOf(perSecond).stripTrailingZeros().toPlainString();
  }

  /** Parses operations per second, including 0. */
  static double perSecond(String text) {
    double rate = Quantities.parseDecimal(text.strip());
    if (rate > MOST_PER_SECOND) {
      throw new IllegalArgumentException("must be at most 1g");
    }
    return rate;
  }

  /** Parses operations per second, above 0. */
  public static double positive(String text) {
    double rate = perSecond(text);
    requirePositive(rate);
    return rate;
  }

  private static void requirePositive(double perSecond) {
    if (perSecond < LEAST_PER_SECOND) {
      throw new IllegalArgumentException("must be above 0");
    }
  }
}

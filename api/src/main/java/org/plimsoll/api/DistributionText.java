package org.plimsoll.api;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.plimsoll.api.text.CallText;
import org.plimsoll.api.text.NamedFile;

/** Parser and formatter for the text form of {@link Distribution}s. */
public final class DistributionText {
  private static final double YCSB_EXPONENT = 0.99;

  /** Maximum size of a histogram file. */
  private static final long MAX_BYTES = 16 << 20;

  private final String text;
  private final ToDoubleFunction<String> unit;
  private final String name;
  private final List<String> parts;

  private DistributionText(
      String text, ToDoubleFunction<String> unit, String name, List<String> parts) {
    this.text = text;
    this.unit = unit;
    this.name = name;
    this.parts = parts;
  }

  /** Parses a distribution of sizes, in bytes. */
  public static Distribution parseBytes(String text) {
    return parse(text, Quantities::parseBytes);
  }

  /** Parses a distribution of durations, in nanoseconds. */
  public static Distribution parseDuration(String text) {
    return parse(text, part -> Quantities.parseDuration(part).toNanos());
  }

  /**
   * Parses a distribution.
   *
   * @param unit parses a sample, such as {@code 1KiB}
   */
  private static Distribution parse(String text, ToDoubleFunction<String> unit) {
    CallText call = call(text);
    if (call.arguments().isEmpty()) {
      return new Distribution.Constant((long) unit.applyAsDouble(call.name()));
    }
    String name = call.name().toLowerCase(Locale.ROOT);
    return new DistributionText(text, unit, name, call.arguments()).distribution();
  }

  /**
   * Formats a distribution of durations so that {@link #parseDuration} can parse it: {@code
   * lognormal(2ms,0.5)}.
   *
   * @param distribution the distribution, in whole nanoseconds
   */
  public static String ofDurations(Distribution distribution) {
    return switch (distribution) {
      case Distribution.Constant(long value) -> call("constant", duration(value));
      case Distribution.Uniform(long from, long to) ->
          call("uniform", duration(from), duration(to));
      case Distribution.Exponential(double mean) -> call("exponential", duration(mean));
      case Distribution.Normal(double mean, double deviation) ->
          call("normal", duration(mean), duration(deviation));
      case Distribution.Lognormal(double median, double sigma) ->
          call("lognormal", duration(median), number(sigma));
      case Distribution.Pareto(double minimum, double shape) ->
          call("pareto", duration(minimum), number(shape));
      case Distribution.Weibull(double scale, double shape) ->
          call("weibull", duration(scale), number(shape));
      case Distribution.Zipfian zipfian ->
          call(
              "zipfian",
              duration(zipfian.from()),
              duration(zipfian.to()),
              number(zipfian.exponent()));
      case Distribution.Bounded(long from, long to, Distribution of) ->
          call("bounded", duration(from), duration(to), ofDurations(of));
      case Distribution.Weights weights ->
          weights.file().isPresent()
              ? call("histogram", weights.file().get())
              : call(
                  "weights",
                  IntStream.range(0, weights.values().size())
                      .mapToObj(i ->
                          duration(weights.values().get(i))
                              + ":"
                              + number(weights.weights().get(i)))
                      .toArray(String[]::new));
    };
  }

  private static String call(String name, String... arguments) {
    return name + "(" + String.join(",", arguments) + ")";
  }

  private static String duration(double nanos) {
    return duration((long) nanos);
  }

  private static String duration(long nanos) {
    return DurationText.of(Duration.ofNanos(nanos));
  }

  private static String number(double number) {
    return Quantities.text(BigDecimal.valueOf(number));
  }

  /**
   * Returns the names of the files that parsing a distribution would read. Opens no file.
   *
   * @throws IllegalArgumentException if the text is not a distribution
   */
  public static List<String> files(String text) {
    CallText call = call(text);
    List<String> parts = call.arguments();
    return switch (call.name().toLowerCase(Locale.ROOT)) {
      case "histogram" -> parts;
      case "bounded" -> parts.isEmpty() ? List.of() : files(parts.getLast());
      default -> List.of();
    };
  }

  private static CallText call(String text) {
    try {
      return CallText.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + ", was '" + text + "'", e);
    }
  }

  private Distribution distribution() {
    return switch (name + "/" + parts.size()) {
      case "constant/1" -> new Distribution.Constant(whole(0));
      case "uniform/2" -> new Distribution.Uniform(whole(0), whole(1));
      case "exponential/1" -> new Distribution.Exponential(amount(0));
      case "normal/2" -> new Distribution.Normal(amount(0), amount(1));
      case "lognormal/2" -> new Distribution.Lognormal(amount(0), number(1));
      case "pareto/2" -> new Distribution.Pareto(amount(0), number(1));
      case "weibull/2" -> new Distribution.Weibull(amount(0), number(1));
      case "zipfian/2" -> Distribution.Zipfian.of(whole(0), whole(1), YCSB_EXPONENT);
      case "zipfian/3" -> Distribution.Zipfian.of(whole(0), whole(1), number(2));
      case "bounded/3" -> new Distribution.Bounded(whole(0), whole(1), parse(parts.get(2), unit));
      case "histogram/1" -> {
        String file = parts.getFirst();
        yield histogram(lines(Path.of(file)), "\\s+").from(file);
      }
      default -> {
        if (!name.equals("weights")) {
          throw unknown();
        }
        yield histogram(parts, ":");
      }
    };
  }

  /** Parses samples with their weights, each as {@code sample separator weight}. */
  private Distribution.Weights histogram(List<String> entries, String separator) {
    List<Long> values = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    for (String entry : entries) {
      String[] pair = entry.split(separator, -1);
      if (pair.length != 2) {
        throw unknown();
      }
      values.add((long) unit.applyAsDouble(pair[0].strip()));
      weights.add(Quantities.parseDecimal(pair[1].strip()));
    }
    return Distribution.Weights.of(values, weights);
  }

  private static List<String> lines(Path file) {
    try {
      return NamedFile.lines(file, MAX_BYTES);
    } catch (IOException e) {
      throw new IllegalArgumentException(NamedFile.sentence(e) + ", was " + file, e);
    }
  }

  private long whole(int part) {
    return (long) amount(part);
  }

  private double amount(int part) {
    return unit.applyAsDouble(parts.get(part));
  }

  private double number(int part) {
    return Quantities.parseDecimal(parts.get(part));
  }

  private IllegalArgumentException unknown() {
    return new IllegalArgumentException(
        "must be constant(x), uniform(a,b), exponential(mean), normal(mean,deviation),"
            + " lognormal(median,sigma), pareto(minimum,shape), weibull(scale,shape),"
            + " zipfian(a,b,θ), weights(x:w,…), histogram(file) or bounded(a,b,distribution), was '"
            + text
            + "'");
  }
}

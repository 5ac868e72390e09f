package org.plimsoll.settings;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.text.CallText;
import org.plimsoll.engine.spec.CustomClass;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyNames;
import org.plimsoll.engine.spec.KeyTrace;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.TextLines;

/** Reads key distributions as people write them: {@code name} or {@code name(argument, …)}. */
final class KeyDistributionText {
  static final String ALLOWED =
      "uniform, zipfian(θ), ycsb-zipfian, latest(θ), hotspot(keys,requests),"
          + " exponential(keys,requests), sequential, binomial(p), geometric(p),"
          + " hypergeometric(population,successes,draws), pascal(r,p), poisson(mean),"
          + " normal(mean,deviation), histogram(file), keys(file,replay), keys(file,drawn),"
          + " trace(file) or custom(name,…)";

  private static final double DEFAULT_EXPONENT = 0.99;

  /** How each is written, and what reads its arguments. */
  private record Form(
      String written, int least, int most, Function<List<String>, KeyDistributionSpec> reader) {}

  private static final Map<String, Form> FORMS = new TreeMap<>();

  static {
    form("uniform", 0, 0, _ -> new KeyDistributionSpec.Uniform());
    form("zipfian(θ)", 0, 1, in -> new KeyDistributionSpec.Zipfian(exponent(in)));
    form("ycsb-zipfian", 0, 0, _ -> new KeyDistributionSpec.YcsbZipfian());
    form("latest(θ)", 0, 1, in -> new KeyDistributionSpec.Latest(exponent(in)));
    form(
        "hotspot(keys,requests)",
        2,
        2,
        in -> new KeyDistributionSpec.Hotspot(number(in, 0), number(in, 1)));
    form(
        "exponential(keys,requests)",
        2,
        2,
        in -> new KeyDistributionSpec.Exponential(number(in, 0), number(in, 1)));
    form("sequential", 0, 0, _ -> new KeyDistributionSpec.Sequential());
    form("binomial(p)", 1, 1, in -> new KeyDistributionSpec.Binomial(number(in, 0)));
    form("geometric(p)", 1, 1, in -> new KeyDistributionSpec.Geometric(number(in, 0)));
    form(
        "hypergeometric(population,successes,draws)",
        3,
        3,
        in -> new KeyDistributionSpec.Hypergeometric(count(in, 0), count(in, 1), count(in, 2)));
    form("pascal(r,p)", 2, 2, in -> new KeyDistributionSpec.Pascal(count(in, 0), number(in, 1)));
    form("poisson(mean)", 1, 1, in -> new KeyDistributionSpec.Poisson(number(in, 0)));
    form(
        "normal(mean,deviation)",
        2,
        2,
        in -> new KeyDistributionSpec.Normal(number(in, 0), number(in, 1)));
    form("histogram(file)", 1, 1, KeyDistributionText::histogram);
    form("keys(file,replay|drawn)", 1, 2, KeyDistributionText::keyFile);
    form(
        "trace(file)",
        1,
        1,
        in -> new KeyDistributionSpec.Trace(new KeyTrace(path(in.getFirst()))));
    form("custom(name,…)", 1, Integer.MAX_VALUE, KeyDistributionText::custom);
  }

  private KeyDistributionText() {}

  private static void form(
      String written, int least, int most, Function<List<String>, KeyDistributionSpec> reader) {
    FORMS.put(written.replaceFirst("\\(.*", ""), new Form(written, least, most, reader));
  }

  /** Reads one; a class of the user's is looked for by {@link KeyResolver}. */
  static KeyDistributionSpec parse(String text) {
    String name = CallText.nameOf(text);
    Form form = FORMS.get(name);
    if (form == null) {
      throw new InvalidSpecException(
          "must be "
              + ALLOWED
              + NearestName.nearest(name, FORMS.keySet())
                  .map(near -> " (did you mean '" + near + "'?)")
                  .orElse(""));
    }
    List<String> arguments = arguments(text, form);
    boolean isEmpty = arguments.equals(List.of(""));
    if (isEmpty || arguments.size() < form.least || arguments.size() > form.most) {
      throw new InvalidSpecException("must be " + form.written);
    }
    try {
      return form.reader.apply(arguments);
    } catch (InvalidSpecException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(
          "must be " + form.written + " with numbers such as 0.5, 100 or 10k", e);
    }
  }

  private static List<String> arguments(String text, Form form) {
    try {
      return CallText.parse(text).arguments();
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException("must be " + form.written + " with a ')' at its end", e);
    }
  }

  private static double exponent(List<String> arguments) {
    return arguments.isEmpty() ? DEFAULT_EXPONENT : number(arguments, 0);
  }

  private static double number(List<String> arguments, int at) {
    return Quantities.parseDecimal(arguments.get(at));
  }

  private static long count(List<String> arguments, int at) {
    return Quantities.parseCount(arguments.get(at));
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new InvalidSpecException("must name a file", e);
    }
  }

  private static KeyDistributionSpec histogram(List<String> arguments) {
    Path file = path(arguments.getFirst());
    List<Double> weights = TextLines.of(file).map(Quantities::parseDecimal).toList();
    if (weights.stream().mapToDouble(Double::doubleValue).sum() <= 0) {
      throw new InvalidSpecException(
          "must be histogram(file) with a weight on each line, and one of them above 0");
    }
    return new KeyDistributionSpec.Histogram(file, weights);
  }

  private static KeyDistributionSpec keyFile(List<String> arguments) {
    String order = arguments.size() == 1 ? "replay" : arguments.get(1);
    if (!order.equals("replay") && !order.equals("drawn")) {
      throw new InvalidSpecException("must be keys(file,replay) or keys(file,drawn)");
    }
    return new KeyDistributionSpec.KeyFile(
        new KeyNames(path(arguments.getFirst())), order.equals("replay"));
  }

  private static KeyDistributionSpec custom(List<String> arguments) {
    return new KeyDistributionSpec.Custom(
        CustomClass.of(new CallText(CustomClass.WORD, arguments)));
  }
}

package org.plimsoll.settings;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;

/**
 * Arithmetic over the values of a sweep's point: numbers, names, {@code + - * /}, parentheses and
 * {@code ceil(…)}. The longest known name is used: {@code value-bytes} is one name, while {@code
 * nodes-1} is a subtraction.
 */
final class Formula {
  private static final Pattern BRACES = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern NUMBER =
      Pattern.compile("[0-9]+(?:\\.[0-9]+)?(?:[kKmMgG](?![A-Za-z]))?");
  private static final String CEIL = "ceil";

  /** Maximum length of a formula. */
  private static final int LENGTH_MAX = 500;

  private final String text;
  private final Map<String, String> values;
  private final List<String> names;
  private int at;

  private Formula(String text, Map<String, String> values) {
    this.text = text;
    this.values = values;
    names =
        new ArrayList<>(
            values.keySet().stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList());
  }

  /**
   * Computes a formula, with or without braces around it.
   *
   * @param key the setting, for messages
   * @param values texts by name; the formula may use only numbers
   * @throws InvalidSpecException if the text is not a formula over these names, or the value is not
   *     finite
   */
  static double value(String key, String text, Map<String, String> values) {
    Matcher whole = BRACES.matcher(text.strip());
    return new Formula(whole.matches() ? whole.group(1) : text, values).compute(key);
  }

  /**
   * Replaces each {@code {formula}} in a text. A single name is replaced by its text, which need
   * not be a number.
   *
   * @throws InvalidSpecException as {@link #value}
   */
  static String filled(String key, String text, Map<String, String> values) {
    return BRACES
        .matcher(text)
        .replaceAll(found -> {
          String inside = found.group(1).strip();
          String own = values.get(inside);
          return Matcher.quoteReplacement(
              own != null ? own : plain(new Formula(inside, values).compute(key)));
        });
  }

  /** Formats a number, without a fraction if it is whole. */
  static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.valueOf((long) value)
        : BigDecimal.valueOf(value).toPlainString();
  }

  private double compute(String key) {
    if (text.length() > LENGTH_MAX) {
      throw new InvalidSpecException(
          key + ": must be a formula of at most " + LENGTH_MAX + " characters");
    }
    try {
      double value = sum();
      skipBlanks();
      if (at < text.length() || !Double.isFinite(value)) {
        throw unexpected();
      }
      return value;
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(
          key
              + ": must be a formula such as 32*nodes, was '"
              + text
              + "'"
              + unknownName().map(name -> NearestName.suggestion(name, names)).orElse(""),
          e);
    }
  }

  private Optional<String> unknownName() {
    Matcher name = Pattern.compile("[A-Za-z][A-Za-z0-9_./-]*").matcher(text);
    while (name.find()) {
      String found = name.group();
      if (!found.equals(CEIL) && names.stream().noneMatch(found::startsWith)) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }

  private double sum() {
    double value = product();
    while (true) {
      if (takes('+')) {
        value += product();
      } else if (takes('-')) {
        value -= product();
      } else {
        return value;
      }
    }
  }

  private double product() {
    double value = factor();
    while (true) {
      if (takes('*')) {
        value *= factor();
      } else if (takes('/')) {
        value /= factor();
      } else {
        return value;
      }
    }
  }

  private double factor() {
    if (takes('(')) {
      return closed();
    }
    skipBlanks();
    for (String name : names) {
      if (text.startsWith(name, at)) {
        at += name.length();
        return Quantities.parseDecimal(String.valueOf(values.get(name)));
      }
    }
    if (text.startsWith(CEIL + "(", at)) {
      at += CEIL.length() + 1;
      return Math.ceil(closed());
    }
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    if (!number.lookingAt()) {
      throw unexpected();
    }
    at = number.end();
    return Quantities.parseDecimal(number.group());
  }

  private double closed() {
    double value = sum();
    if (!takes(')')) {
      throw unexpected();
    }
    return value;
  }

  private boolean takes(char sign) {
    skipBlanks();
    if (at < text.length() && text.charAt(at) == sign) {
      at++;
      return true;
    }
    return false;
  }

  private void skipBlanks() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private static IllegalArgumentException unexpected() {
    return new IllegalArgumentException("not a formula");
  }
}

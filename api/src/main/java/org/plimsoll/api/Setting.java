package org.plimsoll.api;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Describes one setting of a run or of a driver. The command line, spec files, schema, REST,
 * documentation and error messages are derived from it. Immutable; methods that change something
 * return copies.
 *
 * @param name lower case, words joined by hyphens
 * @param value the form of its values
 * @param defaultText the default as a user would write it; null if there is none
 * @param secret whether its value is shown as {@code ***}
 * @param live whether the setting can change during a run
 * @param reach resources besides the target's address that a driver can reach through a value
 */
public record Setting<T>(
    String name,
    Value<T> value,
    @Nullable String defaultText,
    String description,
    boolean secret,
    boolean live,
    Reach reach) {

  /**
   * The form of a setting's values.
   *
   * @param kind form of the values, for schemas and input forms
   * @param allowed allowed values, as a phrase after "must be"
   * @param choices all allowed words; empty if other texts are allowed too
   * @param parser turns text into a value, or throws {@link IllegalArgumentException}
   */
  public record Value<T>(
      Kind kind, String allowed, List<String> choices, Function<String, T> parser) {
    public Value {
      choices = List.copyOf(choices);
    }
  }

  /**
   * The resources outside the process that a driver can reach through a value, besides the target's
   * address. A server for several users checks the parsed value before anything is opened.
   */
  public enum Reach {
    NOTHING,
    /** A host or a URL, or a list of them separated by commas. */
    HOSTS,
    /** A file or folder of data that is read or written. */
    FILES,
    /** A folder or archive whose classes are executed. */
    CODE,
    /** Unknown, because other code interprets the value, such as properties of a library. */
    ANYTHING
  }

  /** The kind of a setting's values, for schemas and input forms. */
  public enum Kind {
    TEXT,
    COUNT,
    DECIMAL,
    FLAG,
    CHOICE,
    DURATION,
    BYTES,
    DISTRIBUTION,
    TARGET
  }

  /**
   * Creates a setting whose values have a form for which there is no other factory method. For
   * texts, use {@link #text(String, String, Reach, String, Function)}, which declares their reach.
   * A text created here counts as {@link Reach#ANYTHING}.
   *
   * @param allowed allowed values, as a phrase after "must be"
   * @param parser turns text into a value, or throws {@link IllegalArgumentException}
   */
  public static <T> Setting<T> of(
      String name,
      Kind kind,
      @Nullable String defaultText,
      String allowed,
      Function<String, T> parser) {
    return of(name, new Value<>(kind, allowed, List.of(), parser), defaultText);
  }

  /**
   * Creates a setting from the description of its values. A text gets the reach {@code ANYTHING}.
   */
  public static <T> Setting<T> of(String name, Value<T> value, @Nullable String defaultText) {
    Reach reach = value.kind() == Kind.TEXT ? Reach.ANYTHING : Reach.NOTHING;
    return new Setting<>(name, value, defaultText, "", false, false, reach);
  }

  /**
   * Creates a setting with any text.
   *
   * @param reach resources that the driver can reach through the text
   */
  public static Setting<String> text(String name, @Nullable String defaultText, Reach reach) {
    return text(name, defaultText, reach, "text", s -> s);
  }

  /**
   * Creates a setting with texts of a form that has no {@link Kind}.
   *
   * @param reach resources that the driver can reach through the text
   * @param allowed allowed values, as a phrase after "must be"
   * @param parser turns text into a value, or throws {@link IllegalArgumentException}
   */
  public static <T> Setting<T> text(
      String name,
      @Nullable String defaultText,
      Reach reach,
      String allowed,
      Function<String, T> parser) {
    return of(name, Kind.TEXT, defaultText, allowed, parser).reaching(reach);
  }

  /** Creates a setting with a whole number from {@code minimum} to {@code maximum}. */
  public static Setting<Long> count(
      String name, @Nullable String defaultText, long minimum, long maximum) {
    String allowed = "a whole number from " + text(minimum) + " to " + text(maximum);
    return of(
        name,
        Kind.COUNT,
        defaultText,
        allowed,
        checked(Quantities::parseCount, n -> n >= minimum && n <= maximum, allowed));
  }

  /** Creates a setting with a number from {@code minimum} to {@code maximum}. */
  public static Setting<Double> decimal(
      String name, @Nullable String defaultText, double minimum, double maximum) {
    String allowed = "a number from " + text(minimum) + " to " + text(maximum);
    return of(
        name,
        Kind.DECIMAL,
        defaultText,
        allowed,
        checked(Quantities::parseDecimal, n -> n >= minimum && n <= maximum, allowed));
  }

  /** Creates a setting with {@code true} or {@code false}. */
  public static Setting<Boolean> flag(String name, boolean defaultValue) {
    String allowed = "true or false";
    return of(name, Kind.FLAG, String.valueOf(defaultValue), allowed, Setting::parseFlag);
  }

  /** Creates a setting with one of the constants of an enum, written as {@link #choiceText}. */
  public static <E extends Enum<E>> Setting<E> choice(String name, E defaultValue) {
    List<E> choices = Arrays.asList(defaultValue.getDeclaringClass().getEnumConstants());
    return choice(name, choiceText(defaultValue), choices);
  }

  /**
   * Creates a setting with one of the given constants of an enum, written as {@link #choiceText}.
   */
  public static <E extends Enum<E>> Setting<E> choice(
      String name, @Nullable String defaultText, List<E> choices) {
    List<String> texts = choices.stream().map(Setting::choiceText).toList();
    String allowed = "one of " + String.join(", ", texts);
    Function<String, E> parser =
        text -> {
          int index = texts.indexOf(text);
          if (index < 0) {
            throw new IllegalArgumentException("must be " + allowed);
          }
          return choices.get(index);
        };
    return of(name, new Value<>(Kind.CHOICE, allowed, texts, parser), defaultText);
  }

  /** Returns the text of an enum constant: lower case, with hyphens. */
  public static String choiceText(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Creates a setting with a duration ≥ 0. */
  public static Setting<Duration> duration(String name, @Nullable String defaultText) {
    return of(
        name,
        Kind.DURATION,
        defaultText,
        "a duration such as 250ms, 30s or 1h30m",
        Quantities::parseDuration);
  }

  /**
   * Creates a setting with a duration of at least {@code least}, which is a text such as {@code
   * 30s}.
   */
  public static Setting<Duration> duration(
      String name, @Nullable String defaultText, String least) {
    Duration shortest = Quantities.parseDuration(least);
    return of(
        name,
        Kind.DURATION,
        defaultText,
        "a duration of at least " + least + ", such as 30s or 1h30m",
        text -> {
          Duration duration = Quantities.parseDuration(text);
          if (duration.compareTo(shortest) < 0) {
            throw new IllegalArgumentException("must be at least " + least);
          }
          return duration;
        });
  }

  /** Creates a setting with a size in bytes ≥ 0. */
  public static Setting<Long> bytes(String name, @Nullable String defaultText) {
    return of(
        name, Kind.BYTES, defaultText, "a size such as 100, 1k or 64KiB", Quantities::parseBytes);
  }

  /** Creates a setting with a distribution of durations. */
  public static Setting<Distribution> durations(String name, @Nullable String defaultText) {
    return of(
        name,
        Kind.DISTRIBUTION,
        defaultText,
        "a distribution such as exponential(1ms)",
        DistributionText::parseDuration);
  }

  /**
   * Creates a setting with the URI of a part of a composed target, see {@link DriverContext#open}.
   * The tool checks the URI like the URI of a target and shows it without secrets.
   */
  public static Setting<String> target(String name, @Nullable String defaultText) {
    String allowed = "the URI of a target such as redis://127.0.0.1:6379";
    return of(
        name,
        Kind.TARGET,
        defaultText,
        allowed,
        checked(text -> text, text -> text.matches("[a-z][a-z0-9+.-]*:.*"), allowed));
  }

  public Setting<T> describedAs(String newDescription) {
    return new Setting<>(name, value, defaultText, newDescription, secret, live, reach);
  }

  public Setting<T> asSecret() {
    return new Setting<>(name, value, defaultText, description, true, live, reach);
  }

  public Setting<T> asLive() {
    return new Setting<>(name, value, defaultText, description, secret, true, reach);
  }

  /** Returns a copy with another {@link Reach}. */
  public Setting<T> reaching(Reach newReach) {
    return new Setting<>(name, value, defaultText, description, secret, live, newReach);
  }

  public Kind kind() {
    return value.kind();
  }

  /** Returns the allowed values, as a phrase after "must be". */
  public String allowed() {
    return value.allowed();
  }

  /**
   * Parses a text into a value.
   *
   * @throws IllegalArgumentException if the text is not allowed; the message is one sentence with
   *     the key, the value and what is allowed
   */
  public T parse(String text) {
    try {
      return value.parser().apply(text);
    } catch (IllegalArgumentException e) {
      // In a malformed target, the password may be anywhere.
      String shown = secret || kind() == Kind.TARGET ? "***" : text;
      throw new IllegalArgumentException(
          name + ": must be " + allowed() + ", was '" + shown + "'", e);
    }
  }

  private static <V> Function<String, V> checked(
      Function<String, V> parser, Predicate<V> valid, String allowed) {
    return text -> {
      V value = parser.apply(text);
      if (!valid.test(value)) {
        throw new IllegalArgumentException("must be " + allowed);
      }
      return value;
    };
  }

  private static String text(long bound) {
    return Quantities.text(BigDecimal.valueOf(bound));
  }

  private static String text(double bound) {
    return Quantities.text(BigDecimal.valueOf(bound));
  }

  private static boolean parseFlag(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("must be true or false");
    };
  }
}

package org.plimsoll.settings.text;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;

/**
 * One argument of a {@link Form}, described once. Immutable; methods that change something return
 * copies.
 *
 * @param name name of the argument; also its key, if it is written as {@code key=value}
 * @param allowed allowed values, as a phrase after "must be": type, unit and range
 * @param help the meaning in a few words
 * @param defaultText the default as a user would write it; null if there is none
 * @param secret whether its value is masked in everything that is shown
 * @param parser turns text into a value, or throws {@link IllegalArgumentException}
 * @param reached finds the external resources that a value reaches, without opening them
 */
public record Argument<T>(
    String name,
    Use use,
    String allowed,
    String help,
    @Nullable String defaultText,
    boolean secret,
    Function<String, T> parser,
    Function<? super T, List<Reached>> reached) {
  private static final String FILE = "file";

  /** How often and in which form an argument may be given. */
  public enum Use {
    /** The argument is given exactly once, by its position. */
    REQUIRED,
    /** The argument is given at most once, by its position. */
    OPTIONAL,
    /** The argument is given at most once, as {@code key=value}. */
    KEYED,
    /** The argument is given at most once, by its position or as {@code key=value}. */
    POSITION_OR_KEY,
    /** The argument is given any number of times, after the others. */
    REPEATED,
    /** The argument is given once or more, after the others. */
    REPEATED_AT_LEAST_ONCE,
    /** The argument is all text between the parentheses, including commas. */
    WHOLE
  }

  /**
   * Creates a required argument, with the external resources that its values reach.
   *
   * @param reached finds the resources that a value reaches; {@link Reached#nothing} for none
   */
  static <T> Argument<T> of(
      String name,
      String allowed,
      Function<String, T> parser,
      Function<? super T, List<Reached>> reached) {
    return new Argument<>(name, Use.REQUIRED, allowed, "", null, false, parser, reached);
  }

  /** Creates an argument with any text, which reaches nothing. */
  static Argument<String> plainText(String name) {
    return of(name, "text", text -> text, Reached.nothing());
  }

  /** Creates an argument with a number in a range. */
  static Argument<Double> number(String name, Bounds bounds) {
    return of(
        name,
        "a number " + bounds.words(),
        text -> {
          double value = Quantities.parseDecimal(text);
          if (!bounds.contain(value)) {
            throw new IllegalArgumentException("must be " + bounds.words());
          }
          return value;
        },
        Reached.nothing());
  }

  /** Creates an argument with a duration above 0, in nanoseconds. */
  static Argument<Long> nanos(String name) {
    return of(
        name,
        "a duration above 0",
        text -> {
          long nanos = Quantities.parseDuration(text).toNanos();
          if (nanos < 1) {
            throw new IllegalArgumentException("must be above 0");
          }
          return nanos;
        },
        Reached.nothing());
  }

  /** Creates an argument with the path of a file. */
  static Argument<String> file() {
    return of(
        FILE,
        "the path of a file",
        text -> {
          Path path = Path.of(text); // can throw an IllegalArgumentException
          if (path.toString().isBlank()) {
            throw new IllegalArgumentException("must not be empty");
          }
          return text;
        },
        file -> List.of(new Reached.File(file)));
  }

  /** Creates an argument with one of some words. */
  static Argument<String> choice(String name, String... words) {
    List<String> known = List.of(words);
    return of(
        name,
        String.join(" or ", known),
        text -> {
          if (!known.contains(text)) {
            throw new IllegalArgumentException("must be one of " + known);
          }
          return text;
        },
        Reached.nothing());
  }

  Argument<T> describedAs(String newHelp) {
    return new Argument<>(name, use, allowed, newHelp, defaultText, secret, parser, reached);
  }

  Argument<T> used(Use newUse) {
    return new Argument<>(name, newUse, allowed, help, defaultText, secret, parser, reached);
  }

  /** Returns a copy with a default, which makes the argument optional. */
  Argument<T> withDefault(String text) {
    Use newUse = use == Use.REQUIRED ? Use.OPTIONAL : use;
    return new Argument<>(name, newUse, allowed, help, text, secret, parser, reached);
  }

  Argument<T> asSecret() {
    return new Argument<>(name, use, allowed, help, defaultText, true, parser, reached);
  }

  /** Returns whether the argument may be written as {@code key=value}. */
  public boolean hasKey() {
    return use == Use.KEYED || use == Use.POSITION_OR_KEY;
  }

  /** Returns whether the argument is the path of a file. */
  boolean isFile() {
    return name.equals(FILE);
  }

  /** Returns whether the argument takes all remaining values. */
  public boolean isRepeated() {
    return use == Use.REPEATED || use == Use.REPEATED_AT_LEAST_ONCE;
  }

  /** Returns whether a text without this argument is refused. */
  public boolean isRequired() {
    return use == Use.REQUIRED || use == Use.REPEATED_AT_LEAST_ONCE || use == Use.WHOLE;
  }

  /** Returns the argument as a form shows it: {@code shape}, {@code step=10s}, {@code …}. */
  String written() {
    return switch (use) {
      case REQUIRED, OPTIONAL, WHOLE -> name;
      case KEYED, POSITION_OR_KEY ->
          name + "=" + (defaultText == null || defaultText.isEmpty() ? "…" : defaultText);
      case REPEATED -> "…";
      case REPEATED_AT_LEAST_ONCE -> name + "…";
    };
  }
}

package org.plimsoll.settings.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;

/** The values of a form's arguments in one text. */
public final class Arguments {
  private static final Pattern PAIR =
      Pattern.compile("([a-z][a-z-]*)\\s*=\\s*(.*)", Pattern.DOTALL);

  private final Map<Argument<?>, List<Object>> values = new LinkedHashMap<>();

  /**
   * One argument in the form in which it was written.
   *
   * @param declared the argument that it belongs to; null if there is none
   * @param key key of the argument, or a text that looks like a key; null if the value is given by
   *     position
   */
  record Written(@Nullable Argument<?> declared, @Nullable String key, String text) {}

  /** Thrown for arguments that a form does not accept, with the accepted ones. */
  static final class MismatchException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;
    private final String hint;

    /**
     * @param allowed the allowed arguments, in words that follow the written form; empty if the
     *     form itself shows them
     * @param hint text after the sentence: the nearest name, or empty
     */
    MismatchException(String allowed, String hint, @Nullable Throwable cause) {
      super(allowed, cause);
      this.hint = hint;
    }

    String hint() {
      return hint;
    }
  }

  private Arguments() {}

  /** Parses the values of a call. */
  static Arguments parse(List<Argument<?>> declared, Call call) {
    Arguments arguments = new Arguments();
    for (Written written : assign(declared, call)) {
      arguments.add(declared, written);
    }
    for (Argument<?> argument : declared) {
      String text = argument.defaultText();
      if (argument.isRequired() && !arguments.values.containsKey(argument)) {
        throw new MismatchException("", "", null);
      }
      if (text != null && !arguments.values.containsKey(argument)) {
        arguments.values.put(argument, List.of(value(argument, text)));
      }
    }
    return arguments;
  }

  private void add(List<Argument<?>> declared, Written written) {
    Argument<?> argument = written.declared;
    if (argument == null) {
      List<String> keys = declared.stream().filter(Argument::hasKey).map(Argument::name).toList();
      String key = written.key;
      throw new MismatchException(
          key == null ? "" : " without '" + key + "'",
          key == null || keys.isEmpty() ? "" : NearestName.suggestion(key, keys),
          null);
    }
    List<Object> all = values.computeIfAbsent(argument, _ -> new ArrayList<>());
    if (!all.isEmpty() && !argument.isRepeated()) {
      throw new MismatchException(" with one " + argument.name(), "", null);
    }
    all.add(value(argument, written.text));
  }

  private static Object value(Argument<?> argument, String text) {
    try {
      return Objects.requireNonNull(argument.parser().apply(text));
    } catch (InvalidSpecException e) {
      throw e; // it has its own message
    } catch (IllegalArgumentException e) {
      throw new MismatchException(" with " + argument.name() + " " + argument.allowed(), "", e);
    }
  }

  /** Assigns each written argument to a declared argument. */
  static List<Written> assign(List<Argument<?>> declared, Call call) {
    if (!declared.isEmpty() && declared.getFirst().use() == Argument.Use.WHOLE) {
      return call.inside().isEmpty()
          ? List.of()
          : List.of(new Written(declared.getFirst(), null, call.inside()));
    }
    boolean takesText = declared.stream().anyMatch(Argument::isRepeated);
    boolean hasKeys = declared.stream().anyMatch(Argument::hasKey);
    List<Argument<?>> positions =
        declared.stream().filter(each -> each.use() != Argument.Use.KEYED).toList();
    List<Written> all = new ArrayList<>();
    int position = 0;
    for (String text : call.arguments()) {
      Matcher pair = PAIR.matcher(text);
      if (hasKeys && pair.matches()) {
        Argument<?> keyed = keyed(declared, pair.group(1));
        // If an argument can contain any text, such as SQL, only "key=" without a space before the
        // equals sign is a key.
        boolean isKey = !takesText || (keyed != null && pair.end(1) == text.indexOf('='));
        if (isKey) {
          all.add(new Written(keyed, pair.group(1), pair.group(2)));
          continue;
        }
      }
      Argument<?> last = positions.isEmpty() ? null : positions.getLast();
      Argument<?> next =
          position < positions.size()
              ? positions.get(position)
              : last != null && last.isRepeated() ? last : null;
      all.add(new Written(next, null, text));
      position++;
    }
    return all;
  }

  private static @Nullable Argument<?> keyed(List<Argument<?>> declared, String key) {
    return declared.stream()
        .filter(each -> each.hasKey() && each.name().equals(key))
        .findFirst()
        .orElse(null);
  }

  /** Returns the external resources that the values reach, without opening them. */
  List<Reached> reached() {
    List<Reached> all = new ArrayList<>();
    values.keySet().forEach(argument -> addReached(argument, all));
    return all;
  }

  private <T> void addReached(Argument<T> argument, List<Reached> all) {
    all(argument).forEach(value -> all.addAll(argument.reached().apply(value)));
  }

  /** Returns the value of an argument that is required or has a default. */
  <T> T get(Argument<T> argument) {
    return Objects.requireNonNull(find(argument));
  }

  /** Returns the value of an argument; null if it was left out. */
  <T> @Nullable T find(Argument<T> argument) {
    List<T> all = all(argument);
    return all.isEmpty() ? null : all.getFirst();
  }

  /** Returns the values of a repeated argument, in their order. */
  @SuppressWarnings("unchecked") // the argument's own parser has created each value
  <T> List<T> all(Argument<T> argument) {
    return (List<T>) values.getOrDefault(argument, List.of());
  }
}

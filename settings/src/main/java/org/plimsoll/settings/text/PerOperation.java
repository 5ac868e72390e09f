package org.plimsoll.settings.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One value for all operations ({@code 10k}), or a value for each ({@code read=8k,update=2k}).
 *
 * @param all the value for all operations; null if {@code each} has the values
 * @param each values by operation name, in the order of the text
 */
public record PerOperation<T>(@Nullable T all, Map<String, T> each) {
  public PerOperation {
    each = Collections.unmodifiableMap(new LinkedHashMap<>(each));
  }

  /** Parses one value, or values by name. */
  public static <T> PerOperation<T> parse(String text, Function<String, T> value) {
    int equals = text.indexOf('=');
    int open = text.indexOf('(');
    boolean named = equals >= 0 && (open < 0 || equals < open);
    return named
        ? new PerOperation<>(null, parseEach(text, value))
        : new PerOperation<>(value.apply(text), Map.of());
  }

  /** Returns the operation names in a text; empty if it is one value for all operations. */
  public static Set<String> names(String text) {
    try {
      return parse(text, value -> value).each().keySet();
    } catch (IllegalArgumentException e) {
      return Set.of();
    }
  }

  /** Parses {@code name=value,name=value}. */
  public static <T> Map<String, T> parseEach(String text, Function<String, T> value) {
    Map<String, T> each = new LinkedHashMap<>();
    for (String part : Call.split(text, ',')) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? "" : part.substring(0, equals).strip();
      if (name.isEmpty() || each.put(name, value.apply(part.substring(equals + 1))) != null) {
        throw new IllegalArgumentException("must be different names, each with a value");
      }
    }
    return each;
  }
}

package org.plimsoll.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.text.CallText;

/**
 * A value for all operations ({@code 10k}) or one for each of some ({@code read=8k,update=2k}).
 *
 * @param all the value for all; null when {@code each} has them
 * @param each values by operation name, in the order given
 */
public record PerOperation<T>(@Nullable T all, Map<String, T> each) {
  public PerOperation {
    each = Collections.unmodifiableMap(new LinkedHashMap<>(each));
  }

  /** Reads a value, or values by name. */
  static <T> PerOperation<T> parse(String text, Function<String, T> value) {
    int equals = text.indexOf('=');
    int open = text.indexOf('(');
    boolean named = equals >= 0 && (open < 0 || equals < open);
    return named
        ? new PerOperation<>(null, parseEach(text, value))
        : new PerOperation<>(value.apply(text), Map.of());
  }

  /** Reads {@code name=value,name=value}. */
  static <T> Map<String, T> parseEach(String text, Function<String, T> value) {
    Map<String, T> each = new LinkedHashMap<>();
    for (String part : CallText.split(text, ',')) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? "" : part.substring(0, equals).strip();
      if (name.isEmpty() || each.put(name, value.apply(part.substring(equals + 1))) != null) {
        throw new IllegalArgumentException("must be different names with a value each");
      }
    }
    return each;
  }
}

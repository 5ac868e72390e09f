package org.plimsoll.engine.parameter;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A number for all operations ({@code 10k}) or one for each of some ({@code read=8k,update=2k}).
 *
 * @param all the number for all; 0 when {@code each} has them
 * @param each numbers by operation name, in the order given
 */
public record PerOperation(double all, Map<String, Double> each) {
  public PerOperation {
    each = Collections.unmodifiableMap(new LinkedHashMap<>(each));
  }

  /** Reads a number, or numbers by name. */
  static PerOperation parse(String text, ToDoubleFunction<String> number) {
    if (!text.contains("=")) {
      return new PerOperation(number.applyAsDouble(text), Map.of());
    }
    return new PerOperation(0, parseEach(text, number));
  }

  /** Reads {@code name=number,name=number}. */
  static Map<String, Double> parseEach(String text, ToDoubleFunction<String> number) {
    Map<String, Double> each = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? "" : part.substring(0, equals).strip();
      if (name.isEmpty()
          || each.put(name, number.applyAsDouble(part.substring(equals + 1))) != null) {
        throw new IllegalArgumentException("must be different names with a number each");
      }
    }
    return each;
  }
}

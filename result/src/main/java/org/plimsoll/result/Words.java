package org.plimsoll.result;

import java.util.function.Function;

/** Parses enum texts of results, including those written by later versions. */
final class Words {
  private Words() {}

  /** Returns the value with the given text, or {@code otherwise} if there is none. */
  static <T> T find(T[] values, Function<T, String> text, String wanted, T otherwise) {
    for (T value : values) {
      if (text.apply(value).equals(wanted)) {
        return value;
      }
    }
    return otherwise;
  }
}

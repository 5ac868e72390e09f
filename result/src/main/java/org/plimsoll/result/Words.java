package org.plimsoll.result;

import java.util.function.Function;

/** Reads the words of results, also those of files that a later version has written. */
final class Words {
  private Words() {}

  /** The value with a text, or another one where no value has it. */
  static <T> T find(T[] values, Function<T, String> text, String wanted, T otherwise) {
    for (T value : values) {
      if (text.apply(value).equals(wanted)) {
        return value;
      }
    }
    return otherwise;
  }
}

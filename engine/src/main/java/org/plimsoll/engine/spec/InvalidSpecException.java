package org.plimsoll.engine.spec;

import java.util.List;

/**
 * A run that is refused before any load. The message is one sentence with the key, the value and
 * what is allowed.
 */
public final class InvalidSpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public InvalidSpecException(String sentence) {
    super(oneLine(sentence));
  }

  public InvalidSpecException(String sentence, Throwable cause) {
    super(oneLine(sentence), cause);
  }

  /** A name that is not among those known. */
  public static InvalidSpecException unknown(
      String key, String value, String what, List<String> known) {
    return new InvalidSpecException(
        key + ": must be " + what + ", one of " + String.join(", ", known) + ", was '" + value + "'");
  }

  /** A value may hold line breaks and escapes; a terminal and a log are spared them. */
  private static String oneLine(String sentence) {
    return sentence.replaceAll("\\p{Cntrl}+", " ").strip();
  }
}

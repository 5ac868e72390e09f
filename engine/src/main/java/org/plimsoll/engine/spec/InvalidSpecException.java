package org.plimsoll.engine.spec;

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

  /** A value may hold line breaks and escapes; a terminal and a log are spared them. */
  private static String oneLine(String sentence) {
    return sentence.replaceAll("\\p{Cntrl}+", " ").strip();
  }
}

package org.plimsoll.engine.spec;

/**
 * Reports invalid settings of a run, which is rejected before any load. The message is one sentence
 * with the key, the value and what is allowed.
 */
public final class InvalidSpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public InvalidSpecException(String sentence) {
    super(oneLine(sentence));
  }

  public InvalidSpecException(String sentence, Throwable cause) {
    super(oneLine(sentence), cause);
  }

  /**
   * Replaces line breaks and control characters, which a value may hold, for terminals and logs.
   */
  private static String oneLine(String sentence) {
    return sentence.replaceAll("\\p{Cntrl}+", " ").strip();
  }
}

package org.plimsoll.engine.spec;

/**
 * Reports invalid settings of a run. Such a run is rejected before any load. The message is one
 * sentence with the key, the value and the allowed values. It has at most 16,384 characters.
 */
public final class InvalidSpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;
  private static final int CHARACTERS_MAX = 16 * 1024;

  public InvalidSpecException(String sentence) {
    super(oneLine(sentence));
  }

  public InvalidSpecException(String sentence, Throwable cause) {
    super(oneLine(sentence), cause);
  }

  /** Replaces line breaks and control characters of quoted values, for terminals and logs. */
  private static String oneLine(String sentence) {
    // A whole spec can be one unknown name.
    boolean isLong = sentence.length() > CHARACTERS_MAX;
    String shown = isLong ? sentence.substring(0, CHARACTERS_MAX) + "…" : sentence;
    return shown.replaceAll("\\p{Cntrl}+", " ").strip();
  }
}

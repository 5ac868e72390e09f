package org.plimsoll.settings;

import org.jspecify.annotations.Nullable;

/**
 * A value as a user wrote it, with its origin.
 *
 * @param origin {@code default}, {@code spec FILE}, {@code command line}, {@code target URI} or
 *     {@code --set}
 * @param reference the reference that the text was resolved from; null if the text is the value
 *     itself
 */
public record Given(String text, String origin, @Nullable String reference) {
  public static final String DEFAULT = "default";
  public static final String COMMAND_LINE = "command line";
  public static final String TARGET_URI = "target URI";
  public static final String SET = "--set";

  /** The start of the origin of a value that was not given. */
  static final String DERIVED = "follows from ";

  /** The start of the origin of a live change. */
  static final String LIVE = "live";

  /** Creates a value whose text was not resolved from a reference. */
  public Given(String text, String origin) {
    this(text, origin, null);
  }

  public static Given byDefault(String text) {
    return new Given(text, DEFAULT);
  }

  /**
   * Returns a copy with the resolved text. The reference is stored, so that the value can be
   * resolved again.
   */
  Given resolvedTo(String value) {
    return new Given(value, origin, text);
  }

  public boolean isDefault() {
    return origin.equals(DEFAULT);
  }

  /**
   * Returns whether the user has entered the value on the command line or as a live change. The
   * user is told if such a value has no effect.
   */
  boolean isDemanded() {
    return origin.equals(COMMAND_LINE) || origin.startsWith(LIVE);
  }
}

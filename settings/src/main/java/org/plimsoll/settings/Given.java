package org.plimsoll.settings;

import org.jspecify.annotations.Nullable;

/**
 * A value as a user wrote it, with its origin.
 *
 * @param origin {@code default}, {@code spec FILE}, {@code command line}, {@code target URI} or
 *     {@code --set}
 * @param reference reference that the text was resolved from; null if the text was written
 *     literally
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

  /** A text that is not the value of a reference. */
  public Given(String text, String origin) {
    this(text, origin, null);
  }

  public static Given byDefault(String text) {
    return new Given(text, DEFAULT);
  }

  /**
   * Returns the resolved value. It stores the reference, so that the value can be resolved again.
   */
  Given resolvedTo(String value) {
    return new Given(value, origin, text);
  }

  public boolean isDefault() {
    return origin.equals(DEFAULT);
  }

  /** Whether the user has just entered the value, and must be told if it has no effect. */
  boolean isDemanded() {
    return origin.equals(COMMAND_LINE) || origin.startsWith(LIVE);
  }
}

package org.plimsoll.settings;

/**
 * A value as a user wrote it, with its origin.
 *
 * @param origin {@code default}, {@code spec FILE}, {@code command line}, {@code target URI} or
 *     {@code --set}
 */
public record Given(String text, String origin) {
  public static final String DEFAULT = "default";
  public static final String COMMAND_LINE = "command line";
  public static final String TARGET_URI = "target URI";
  public static final String SET = "--set";

  /** The start of the origin of a value that was not given. */
  static final String DERIVED = "follows from ";

  /** The start of the origin of a live change. */
  static final String LIVE = "live";

  public static Given byDefault(String text) {
    return new Given(text, DEFAULT);
  }

  public boolean isDefault() {
    return origin.equals(DEFAULT);
  }

  /** Whether the user entered it just now and should learn if it has no effect. */
  boolean isDemanded() {
    return origin.equals(COMMAND_LINE) || origin.startsWith(LIVE);
  }
}

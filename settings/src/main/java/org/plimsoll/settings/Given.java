package org.plimsoll.settings;

/**
 * A value as a user wrote it, and where.
 *
 * @param origin {@code default}, {@code spec FILE}, {@code command line}, {@code target URI} or
 *     {@code --set}
 */
public record Given(String text, String origin) {
  public static final String DEFAULT = "default";
  public static final String COMMAND_LINE = "command line";
  public static final String TARGET_URI = "target URI";
  public static final String SET = "--set";

  /** Begins the origin of what was asked for while a run goes on. */
  static final String LIVE = "live";

  public static Given byDefault(String text) {
    return new Given(text, DEFAULT);
  }

  public boolean isDefault() {
    return origin.equals(DEFAULT);
  }

  /** Whether somebody asked for it just now, and must be told when it does nothing. */
  boolean isDemanded() {
    return origin.equals(COMMAND_LINE) || origin.startsWith(LIVE);
  }
}

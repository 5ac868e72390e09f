package org.plimsoll.engine.parameter;

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

  public static Given byDefault(String text) {
    return new Given(text, DEFAULT);
  }

  public boolean isDefault() {
    return origin.equals(DEFAULT);
  }
}

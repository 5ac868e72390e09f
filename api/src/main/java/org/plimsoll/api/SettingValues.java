package org.plimsoll.api;

/** The values of settings, validated and converted to each setting's type. */
public interface SettingValues {
  /**
   * Returns the value that the user set, or the default.
   *
   * @throws IllegalArgumentException if the driver does not declare the setting
   */
  <T> T get(Setting<T> setting);

  /** Returns true if the user set a value. */
  boolean isGiven(Setting<?> setting);
}

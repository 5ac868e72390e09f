package org.plimsoll.api;

/** Values of settings, checked and of the setting's own type. */
public interface SettingValues {
  /**
   * The value that the user gave, or the default.
   *
   * @throws IllegalArgumentException when the setting is not one of the driver's
   */
  <T> T get(Setting<T> setting);

  /** Whether the user gave a value. */
  boolean isGiven(Setting<?> setting);
}

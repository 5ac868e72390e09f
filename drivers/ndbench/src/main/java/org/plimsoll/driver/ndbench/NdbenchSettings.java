package org.plimsoll.driver.ndbench;

import java.util.List;
import org.plimsoll.api.Setting;

/** Settings of {@code ndbench}. */
final class NdbenchSettings {
  static final Setting<String> PLUGIN =
      Setting.text("plugin", "", Setting.Reach.CODE)
          .describedAs("folder with the jars of the plugin and its dependencies");
  static final Setting<String> PROPERTIES =
      Setting.text("properties", "", Setting.Reach.ANYTHING)
          .describedAs("Archaius properties for the plugin: name=value, one per line");
  static final Setting<String> SECRET_PROPERTIES =
      Setting.text("secret-properties", "", Setting.Reach.ANYTHING)
          .describedAs("additional properties that Plimsoll does not show, such as passwords")
          .asSecret();
  static final Setting<String> KEY_PREFIX =
      Setting.text("key-prefix", "T", Setting.Reach.NOTHING)
          .describedAs("prefix of the keys, such as T for T0, T1");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL = List.of(PLUGIN, PROPERTIES, SECRET_PROPERTIES, KEY_PREFIX);

  private NdbenchSettings() {}
}

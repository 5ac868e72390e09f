package org.plimsoll.driver.ndbench;

import java.util.List;
import org.plimsoll.api.Setting;

/** Settings of {@code ndbench}. */
final class NdbenchSettings {
  static final Setting<String> PLUGIN =
      Setting.text("plugin", "").describedAs("folder with the jars of the plugin");
  static final Setting<String> PROPERTIES =
      Setting.text("properties", "")
          .describedAs("Archaius properties for the plugin: name=value, one per line")
          .reaching(Setting.Reach.ANYTHING);
  static final Setting<String> SECRET_PROPERTIES =
      Setting.text("secret-properties", "")
          .describedAs("further properties that are not shown, such as passwords")
          .reaching(Setting.Reach.ANYTHING)
          .asSecret();
  static final Setting<String> KEY_PREFIX =
      Setting.text("key-prefix", "T").describedAs("prefix of the number of a key");

  /** All settings, in the order of the help. */
  static final List<Setting<?>> ALL = List.of(PLUGIN, PROPERTIES, SECRET_PROPERTIES, KEY_PREFIX);

  private NdbenchSettings() {}
}

package org.plimsoll.driver.mapdb;

import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.embedded.Durability;

/** Settings of {@code mapdb}. */
final class MapDbSettings {
  enum Files {
    MMAP,
    CHANNEL,
    RANDOM_ACCESS
  }

  static final Setting<Durability> DURABILITY =
      Durability.setting(Durability.MEMORY, Durability.MEMORY, Durability.DISK);

  static final Setting<Files> FILES =
      Setting.choice("files", Files.MMAP)
          .describedAs("access to the files: mmap (memory-mapped), channel or random-access");

  static final Setting<Boolean> VALUES_OUTSIDE =
      Setting.flag("values-outside", true)
          .describedAs(
              "true: each value is its own record; false: values are in the nodes of the tree");

  static final Setting<Long> NODE_SIZE =
      Setting.count("node-size", "32", 8, 1024).describedAs("maximum number of keys in a node");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL = List.of(DURABILITY, FILES, VALUES_OUTSIDE, NODE_SIZE);

  private MapDbSettings() {}
}

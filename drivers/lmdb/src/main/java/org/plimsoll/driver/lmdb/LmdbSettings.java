package org.plimsoll.driver.lmdb;

import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.embedded.Durability;

/** Settings of {@code lmdb}. */
final class LmdbSettings {
  static final Setting<Durability> DURABILITY =
      Durability.setting(Durability.PAGE_CACHE, Durability.PAGE_CACHE, Durability.DISK);

  static final Setting<Long> MAP_SIZE =
      Setting.bytes("map-size", "16GiB")
          .describedAs("largest size of the file, which grows as needed");

  static final Setting<Long> MAX_READERS =
      Setting.count("max-readers", "1024", 1, 65_536)
          .describedAs("number of sessions, of all processes, that may read");

  static final Setting<Boolean> WRITE_MAP =
      Setting.flag("write-map", false).describedAs("whether writes go through the memory map");

  static final Setting<Boolean> READ_AHEAD =
      Setting.flag("read-ahead", true)
          .describedAs(
              "whether the operating system reads ahead; false for data beyond the memory");

  /** All settings, in the order of the help. */
  static final List<Setting<?>> ALL =
      List.of(DURABILITY, MAP_SIZE, MAX_READERS, WRITE_MAP, READ_AHEAD);

  private LmdbSettings() {}
}

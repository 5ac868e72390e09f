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
          .describedAs("maximum number of sessions that read the file, in all processes");

  static final Setting<Boolean> WRITE_MAP =
      Setting.flag("write-map", false).describedAs("write through the memory map (MDB_WRITEMAP)");

  static final Setting<Boolean> READ_AHEAD =
      Setting.flag("read-ahead", true)
          .describedAs(
              "the operating system reads ahead; use false if the data does not fit into"
                  + " memory");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(DURABILITY, MAP_SIZE, MAX_READERS, WRITE_MAP, READ_AHEAD);

  private LmdbSettings() {}
}

package org.plimsoll.driver.h2;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.embedded.Durability;

/** Settings of {@code h2}. */
final class H2Settings {
  enum Compression {
    NONE,
    LZF,
    DEFLATE
  }

  static final Setting<Durability> DURABILITY =
      Durability.setting(
              Durability.PAGE_CACHE, Durability.MEMORY, Durability.PAGE_CACHE, Durability.DISK)
          .asLive();

  static final Setting<Long> CACHE =
      Setting.bytes("cache", "64MiB")
          .describedAs("cache of pages, in the heap of the JVM; whole MiB")
          .asLive();

  static final Setting<Duration> COMMIT_DELAY =
      Setting.duration("commit-delay", "1s")
          .describedAs(
              "interval at which changes are written in the background; needs"
                  + " durability=memory")
          .asLive();

  static final Setting<Long> WRITE_BUFFER =
      Setting.bytes("write-buffer", "4MiB")
          .describedAs(
              "size of unwritten changes above which writers wait; needs durability=memory");

  static final Setting<Long> PAGE_SPLIT =
      Setting.bytes("page-split", "16KiB")
          .describedAs("size at which the engine splits a page of the tree");

  static final Setting<Compression> COMPRESSION =
      Setting.choice("compression", Compression.NONE)
          .describedAs("compression of pages: none, lzf or deflate");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(DURABILITY, CACHE, COMMIT_DELAY, WRITE_BUFFER, PAGE_SPLIT, COMPRESSION);

  private H2Settings() {}
}

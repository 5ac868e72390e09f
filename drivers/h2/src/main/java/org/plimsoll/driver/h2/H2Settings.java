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
          .describedAs("how often changes are written in the background, with durability=memory")
          .asLive();

  static final Setting<Long> WRITE_BUFFER =
      Setting.bytes("write-buffer", "4MiB")
          .describedAs("unwritten changes at which writers have to wait, with durability=memory");

  static final Setting<Long> PAGE_SPLIT =
      Setting.bytes("page-split", "16KiB").describedAs("size at which a page of the tree is split");

  static final Setting<Compression> COMPRESSION =
      Setting.choice("compression", Compression.NONE).describedAs("compression of pages");

  /** All settings, in the order of the help. */
  static final List<Setting<?>> ALL =
      List.of(DURABILITY, CACHE, COMMIT_DELAY, WRITE_BUFFER, PAGE_SPLIT, COMPRESSION);

  private H2Settings() {}
}

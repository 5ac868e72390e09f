package org.plimsoll.driver.bdb;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.embedded.Durability;

/** Settings of {@code bdb}. */
final class BdbSettings {
  static final Setting<Durability> DURABILITY =
      Durability.setting(
              Durability.PAGE_CACHE, Durability.MEMORY, Durability.PAGE_CACHE, Durability.DISK)
          .asLive();

  static final Setting<Long> CACHE =
      Setting.bytes("cache", "128MiB")
          .describedAs("cache of the tree and the records, in the heap of the JVM; at least 96k")
          .asLive();

  static final Setting<Long> LOG_FILE =
      Setting.bytes("log-file", "64MiB").describedAs("size of a log file, from 1M to 1G");

  static final Setting<Long> CLEANERS =
      Setting.count("cleaners", "1", 0, 64)
          .describedAs("threads that clean log files; 0: no cleaning, so the log only grows");

  static final Setting<Long> CHECKPOINT_BYTES =
      Setting.bytes("checkpoint-bytes", "20MB")
          .describedAs("bytes written to the log between two checkpoints");

  static final Setting<Duration> LOCK_TIMEOUT =
      Setting.duration("lock-timeout", "500ms", "1ms")
          .describedAs("maximum time that a transaction waits for a lock");

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL =
      List.of(DURABILITY, CACHE, LOG_FILE, CLEANERS, CHECKPOINT_BYTES, LOCK_TIMEOUT);

  private BdbSettings() {}
}

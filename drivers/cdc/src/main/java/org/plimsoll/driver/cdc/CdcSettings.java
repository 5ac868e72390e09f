package org.plimsoll.driver.cdc;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;

/** Settings of {@code cdc}. */
final class CdcSettings {
  static final Setting<String> SOURCE =
      Setting.target("source", null).describedAs("target of writes, with its settings");

  static final Setting<String> DERIVED =
      Setting.target("derived", null)
          .describedAs(
              "target that follows the source, with its settings; its driver must return rows");

  static final Setting<Duration> POLL =
      Setting.duration("poll", "10ms")
          .describedAs(
              "pause between two reads that check for a write; the resolution of the measured time"
                  + " is this pause plus one read")
          .asLive();

  /** All settings, in the order of the help. */
  static final List<Setting<?>> ALL = List.of(SOURCE, DERIVED, POLL);

  private CdcSettings() {}
}

package org.plimsoll.driver.cdc;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;

/** Settings of {@code cdc}. */
final class CdcSettings {
  static final Setting<String> SOURCE =
      Setting.target("source", null)
          .describedAs("target that receives the writes, with its settings");

  static final Setting<String> DERIVED =
      Setting.target("derived", null)
          .describedAs("target that follows the source; its driver must return the rows of reads");

  static final Setting<Duration> POLL =
      Setting.duration("poll", "10ms")
          .describedAs("pause between two reads that check whether a write has arrived")
          .asLive();

  /** All settings, in the order in which the help lists them. */
  static final List<Setting<?>> ALL = List.of(SOURCE, DERIVED, POLL);

  private CdcSettings() {}
}

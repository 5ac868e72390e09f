package org.plimsoll.settings;

import static org.plimsoll.settings.SettingTypes.require;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Setting;
import org.plimsoll.api.Setting.Kind;
import org.plimsoll.engine.spec.ConsistencySpec.HistoryFormat;

/** The settings of the consistency check. */
final class ConsistencySettings {
  public static final Setting<Boolean> CONSISTENCY =
      Setting.flag("consistency", false)
          .describedAs(
              "stamp every write, and report stale reads, violated session guarantees and lost"
                  + " writes");
  public static final Setting<Long> CONSISTENCY_KEYS =
      SettingTypes.count("consistency-keys", "10k", 1, 100_000)
          .describedAs("approximate number of keys to check, a sample of all keys");
  public static final Setting<Long> CONSISTENCY_CLIENTS =
      SettingTypes.count("consistency-clients", "16", 1, 1_024)
          .describedAs(
              "clients whose session guarantees are checked: N workers, or in an open load"
                  + " operation i belongs to client i mod N");
  public static final Setting<Duration> CONSISTENCY_PROBE =
      SettingTypes.duration("consistency-probe", null, Duration.ofMillis(1), Duration.ofDays(1))
          .describedAs(
              "time between markers that are written and then read until visible; none by default");
  public static final Setting<Duration> CONSISTENCY_POLL =
      SettingTypes.duration(
              "consistency-poll", "1ms", Duration.ofNanos(1_000), Duration.ofMinutes(1))
          .describedAs("time between two reads of a marker, the resolution of that probe");
  public static final Setting<Duration> CONSISTENCY_SETTLE =
      SettingTypes.duration("consistency-settle", "10s", Duration.ZERO, Duration.ofDays(1))
          .describedAs(
              "time after the end of the load after which an acknowledged write that is not visible"
                  + " counts as lost");
  public static final Setting<String> HISTORY =
      Setting.of(
              "history",
              Kind.TEXT,
              null,
              "a file in a folder that exists",
              ConsistencySettings::parseHistory)
          .describedAs("file for the history of the checked keys, for external checkers");
  public static final Setting<HistoryFormat> HISTORY_FORMAT =
      Setting.choice("history-format", HistoryFormat.ELLE)
          .describedAs("elle (EDN, rw-register) or porcupine (lines of its key-value log)");
  public static final Setting<Long> HISTORY_OPS =
      SettingTypes.count("history-ops", "200k", 0, 10_000_000)
          .describedAs("operations recorded for the history and the check of atomicity");

  static final SettingGroup GROUP =
      new SettingGroup(
          "Consistency",
          List.of(
              CONSISTENCY,
              CONSISTENCY_KEYS,
              CONSISTENCY_CLIENTS,
              CONSISTENCY_PROBE,
              CONSISTENCY_POLL,
              CONSISTENCY_SETTLE,
              HISTORY,
              HISTORY_FORMAT,
              HISTORY_OPS));

  private ConsistencySettings() {}

  private static String parseHistory(String text) {
    require(!text.isBlank());
    return text;
  }
}

package org.plimsoll.settings;

import static org.plimsoll.settings.SettingTypes.MAX_KEYS;
import static org.plimsoll.settings.SettingTypes.require;

import java.time.Duration;
import java.util.List;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.Setting.Kind;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.settings.text.Shard;

/** The settings of the phases of a run: fill, warm-up and measurement. */
public final class PhaseSettings {
  public static final Setting<Duration> WARMUP =
      SettingTypes.duration("warmup", "2s", Duration.ZERO, Duration.ofDays(365))
          .describedAs("length of the warm-up, which is recorded separately");
  public static final Setting<Duration> FOR =
      SettingTypes.duration("for", "10s", Duration.ofMillis(1), Duration.ofDays(36_500))
          .describedAs("length of the measurement; with ops, whichever comes first ends it");
  public static final Setting<Long> OPS =
      SettingTypes.count("ops", null, 1, MAX_KEYS)
          .describedAs(
              "number of operations to measure, for as long as they take unless for is given");
  public static final Setting<Boolean> FOREVER =
      Setting.flag("forever", false).describedAs("measure until stopped");
  public static final Setting<Long> ITERATIONS =
      SettingTypes.count("iterations", "1", 1, 10_000)
          .describedAs("number of measurements, each with its own drain and report");

  /** Number of keys to fill, or {@link #AUTO_FILL}, or {@link #NO_FILL}; 0 means all keys. */
  public static final Setting<Long> FILL =
      Setting.of(
              "fill",
              Kind.TEXT,
              "auto",
              "auto, all or a number of keys from 1 to 2^62",
              PhaseSettings::parseFill)
          .describedAs(
              "keys to write before the measurement: all, or a number; by default all when the"
                  + " target is embedded or empty");

  /** The value that fills if the target is embedded or empty. */
  public static final long AUTO_FILL = -1;

  /** The value that does not fill. */
  public static final long NO_FILL = -2;

  public static final Setting<Boolean> NO_FILL_FLAG =
      Setting.flag("no-fill", false).describedAs("do not fill");
  public static final Setting<FillMode> FILL_MODE =
      Setting.choice(
              "fill-mode", "fill", List.of(FillMode.FILL, FillMode.ONLY_MISSING, FillMode.VERIFY))
          .describedAs("insert every key, only missing keys, or verify the keys that exist");
  public static final Setting<Double> FILL_RATE =
      SettingTypes.rate("fill-rate", "10k")
          .describedAs("limit of the fill, in operations per second; none by default");
  public static final Setting<Long> FILL_WORKERS =
      SettingTypes.count("fill-workers", "64", 1, 100_000)
          .describedAs("operations in flight of the fill");
  public static final Setting<Shard> FILL_SHARD =
      Setting.of(
              "fill-shard", Kind.TEXT, "0/1", "k/n with 0 ≤ k < n ≤ 1m, such as 0/4", Shard::parse)
          .describedAs(
              "part of the fill that this process writes: part k of n, from 0/n to (n-1)/n");
  public static final Setting<Long> FILL_FROM =
      SettingTypes.count("fill-from", "0", 0, MAX_KEYS)
          .describedAs("position in the shard at which the fill resumes");

  public static final Setting<Boolean> ALLOW_INCOMPLETE_FILL =
      Setting.flag("allow-incomplete-fill", false)
          .describedAs("measure even if more than 1% of the rows could not be written");

  static final SettingGroup GROUP =
      new SettingGroup("Phases", List.of(WARMUP, FOR, OPS, FOREVER, ITERATIONS));
  static final SettingGroup FILL_GROUP =
      new SettingGroup(
          "Fill",
          List.of(
              FILL,
              NO_FILL_FLAG,
              FILL_MODE,
              FILL_RATE,
              FILL_WORKERS,
              FILL_SHARD,
              FILL_FROM,
              ALLOW_INCOMPLETE_FILL));

  private PhaseSettings() {}

  private static long parseFill(String text) {
    return switch (text) {
      case "auto" -> AUTO_FILL;
      case "all", "true" -> 0L;
      case "none", "false" -> NO_FILL;
      default -> {
        long keys = Quantities.parseCount(text);
        require(keys >= 1 && keys <= MAX_KEYS);
        yield keys;
      }
    };
  }
}

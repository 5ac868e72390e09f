package org.plimsoll.settings;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.Setting.Kind;
import org.plimsoll.engine.spec.TuneSpec.Method;

/** The settings of a search for the maximum load, in addition to the settings of its run. */
public final class TuneSettings {
  public static final Setting<Method> METHOD =
      Setting.choice("method", Method.SEARCH)
          .describedAs(
              "search: trials that drain; ramp: steps and exponential backoff; track: follow the"
                  + " maximum until stopped");
  public static final Setting<Double> MAX_RATE =
      Setting.of(
              "max-rate",
              Kind.DECIMAL,
              null,
              "operations per second above 0 and at most 1g, such as 100k",
              text -> above0(Quantities.parseDecimal(text), 1e9))
          .describedAs("highest rate of the search, in operations per second; none by default");
  public static final Setting<Boolean> CLOSED =
      Setting.flag("closed", false)
          .describedAs("search with workers instead of a rate, as closed-loop tools do");
  public static final Setting<Long> MAX_WORKERS =
      Setting.count("max-workers", "1024", 1, 1_000_000)
          .describedAs("maximum number of workers of a closed search");
  public static final Setting<Double> PRECISION =
      share("precision", "2%", 0.001, 0.5)
          .describedAs("width of the final interval around the maximum, relative to it");
  public static final Setting<Duration> TRIAL =
      duration("trial", "2s")
          .describedAs(
              "length of the shortest trial, of an interval of a ramp, or of a window of track");
  public static final Setting<Duration> LONGEST_TRIAL =
      duration("longest-trial", "16s")
          .describedAs("longest extension of a trial whose result is not clear");
  public static final Setting<Double> STEP =
      Setting.of(
              "step",
              Kind.DECIMAL,
              null,
              "operations per second above 0 and at most 1g, such as 500",
              text -> above0(Quantities.parseDecimal(text), 1e9))
          .describedAs(
              "increase of a ramp after each interval; without it, the increase is the"
                  + " first rate");
  public static final Setting<Double> VIOLATIONS =
      share("violations", "10%", 0, 0.9)
          .describedAs(
              "share of a ramp's windows (ten in each interval) that may miss an objective");

  private static final SettingGroup GROUP =
      new SettingGroup(
          "Search",
          List.of(
              METHOD,
              MAX_RATE,
              PRECISION,
              TRIAL,
              LONGEST_TRIAL,
              STEP,
              VIOLATIONS,
              CLOSED,
              MAX_WORKERS));

  private TuneSettings() {}

  /** Returns the settings as a group. */
  public static SettingGroup group() {
    return GROUP;
  }

  /** Returns whether a request is for a search, that is, whether it contains the method. */
  public static boolean isSearch(RunRequest request) {
    return request.values().containsKey(METHOD.name());
  }

  /** Returns the setting with a name. */
  public static Optional<Setting<?>> named(String name) {
    return GROUP.settings().stream().filter(setting -> setting.name().equals(name)).findFirst();
  }

  private static Setting<Double> share(String name, String text, double least, double most) {
    String allowed =
        "a share from " + percent(least) + " to " + percent(most) + ", such as " + text;
    return Setting.of(
        name,
        Kind.DECIMAL,
        text,
        allowed,
        given -> {
          double value =
              given.endsWith("%")
                  ? Quantities.parseDecimal(given.substring(0, given.length() - 1).strip()) / 100
                  : Quantities.parseDecimal(given);
          require(value >= least && value <= most);
          return value;
        });
  }

  private static String percent(double share) {
    return Quantities.parseDecimal(String.valueOf(share)) == 0
        ? "0"
        : String.valueOf(share * 100).replaceFirst("\\.0$", "") + "%";
  }

  private static Setting<Duration> duration(String name, String text) {
    return Setting.of(
        name,
        Kind.DURATION,
        text,
        "a duration such as 500ms or 10s, from 10ms to 1d",
        given -> {
          Duration value = Quantities.parseDuration(given);
          require(value.compareTo(Duration.ofMillis(10)) >= 0);
          require(value.compareTo(Duration.ofDays(1)) <= 0);
          return value;
        });
  }

  private static double above0(double value, double most) {
    require(value >= 1e-6 && value <= most);
    return value;
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw new IllegalArgumentException("out of range");
    }
  }
}

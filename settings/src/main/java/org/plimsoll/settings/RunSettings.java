package org.plimsoll.settings;

import static org.plimsoll.settings.SettingTypes.require;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plimsoll.api.Setting;
import org.plimsoll.api.Setting.Kind;
import org.plimsoll.engine.spec.ActionSpec;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.plimsoll.engine.spec.PropertySourceSpec;
import org.plimsoll.engine.spec.ScheduleSpec;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.TelemetrySpec;
import org.plimsoll.settings.text.ActionText;
import org.plimsoll.settings.text.ArrivalText;
import org.plimsoll.settings.text.CustomText;
import org.plimsoll.settings.text.DiscoveryText;
import org.plimsoll.settings.text.Forms;
import org.plimsoll.settings.text.KeyDistributionText;
import org.plimsoll.settings.text.KeyFormText;
import org.plimsoll.settings.text.KeyWindowText;
import org.plimsoll.settings.text.NoticeText;
import org.plimsoll.settings.text.PropertySourceText;
import org.plimsoll.settings.text.RateText;
import org.plimsoll.settings.text.RequestText;
import org.plimsoll.settings.text.ScheduleText;
import org.plimsoll.settings.text.SinkText;
import org.plimsoll.settings.text.SloText;
import org.plimsoll.settings.text.TelemetryText;

/**
 * All settings of a run, each described once: those of this class, and those of {@link
 * WorkloadSettings}, {@link LoadSettings}, {@link PhaseSettings}, {@link ConsistencySettings} and
 * {@link FleetSettings}. The options of the command line, the keys of spec files, their JSON
 * Schema, the reference page and error messages are generated from this list.
 */
public final class RunSettings {
  public static final Setting<List<SloSpec>> SLO =
      Setting.of(
              "slo",
              Kind.TEXT,
              null,
              "an objective such as p99<10ms, read.p999<20ms, errors<0.1%, throughput>9.5k or"
                  + " redis.used_memory_bytes<10m",
              SloText::parseAll)
          .describedAs(
              "objective: p99<10ms, read.p999<20ms, checkout/read.p99<5ms of a scenario,"
                  + " errors<0.1%, throughput>9.5k, lost-writes<1, driver.COUNTER<1,"
                  + " redis.used_memory_bytes<10m of the telemetry; if it is missed, the exit code"
                  + " is 4");
  public static final Setting<Boolean> HANDSHAKE =
      Setting.flag("handshake", false)
          .describedAs("write, read and delete one row before any load");
  public static final Setting<Long> SEED =
      SettingTypes.count("seed", null, 0, Long.MAX_VALUE)
          .describedAs("reproduces the same operations; random by default, always stored");
  public static final Setting<String> NAME =
      Setting.of(
              "name",
              Kind.TEXT,
              "run",
              "1 to 60 letters, digits, hyphens, underscores or dots that start with a letter or"
                  + " digit",
              RunSettings::parseName)
          .describedAs("name of the run, in its folder and reports");

  public static final Setting<List<PropertySourceSpec>> PROPERTIES =
      Setting.of(
              "properties",
              Kind.TEXT,
              null,
              PropertySourceText.FORMS.allowed(),
              PropertySourceText::parseAll)
          .describedAs(
              "property sources, a later one overrides an earlier one (docs/live-parameters.md)");
  public static final Setting<List<ScheduleSpec>> SCHEDULE =
      Setting.of("schedule", Kind.TEXT, null, ScheduleText.ALLOWED, ScheduleText::parseAll)
          .describedAs(
              "changes and actions during the run: 'at=5m rate=20k', 5 minutes into the"
                  + " measurement; 'at=10m command=(nodetool compact)';"
                  + " 'at=2030-01-01T09:00:00Z every=24h rate=5k mix=read=1' (docs/actions.md)");
  public static final Setting<List<ActionSpec>> BEFORE =
      Setting.of(
              "before",
              Kind.TEXT,
              null,
              ActionText.ALLOWED,
              text -> ActionText.parseAll("before", text))
          .describedAs(
              "actions before the load, also before each point of a sweep: commands and requests"
                  + " before the target is opened, hooks after the fill (docs/actions.md)");

  public static final Setting<List<SinkSpec>> METRICS =
      Setting.of("metrics", Kind.TEXT, null, SinkText.FORMS.allowed(), SinkText.FORMS::parseAll)
          .describedAs("sinks of the run's metrics (docs/metrics.md)")
          .asLive();
  public static final Setting<List<TelemetrySpec>> TELEMETRY =
      Setting.of("telemetry", Kind.TEXT, null, TelemetryText.ALLOWED, TelemetryText::parseAll)
          .describedAs(
              "sources of the target's own metrics, in addition to those of its driver, or none to"
                  + " turn all off (docs/telemetry.md)")
          .asLive();
  public static final Setting<Duration> TELEMETRY_EVERY =
      SettingTypes.duration("telemetry-every", "5s", Duration.ofMillis(100), Duration.ofHours(1))
          .describedAs("time between two reads of the target's own metrics");

  public static final Setting<List<SinkSpec>> NOTIFY =
      Setting.of("notify", Kind.TEXT, null, NoticeText.FORMS.allowed(), NoticeText.FORMS::parseAll)
          .describedAs(
              "receivers of notices: objective missed, target stalled, measurement invalid, run"
                  + " ended (docs/notices.md)")
          .asLive();

  public static final Setting<List<DiscoverySpec.Named>> DISCOVERY =
      Setting.of("discovery", Kind.TEXT, null, DiscoveryText.allowed(), DiscoveryText::parseAll)
          .describedAs(
              "finds the hosts of targets such as redis://@cache, as in"
                  + " cache=dns(redis.example.org) (docs/discovery.md)");
  public static final Setting<String> ZONE =
      Setting.of(
              "zone",
              Kind.TEXT,
              null,
              "a zone, with its region before a slash if that is known, as in eu-west-1/eu-west-1a",
              RunSettings::parseZone)
          .describedAs("zone of this generator; discovered hosts in this zone are preferred");

  private static final List<SettingGroup> GROUPS =
      List.of(
          WorkloadSettings.GROUP,
          LoadSettings.GROUP,
          PhaseSettings.GROUP,
          LoadSettings.PROBE_GROUP,
          PhaseSettings.FILL_GROUP,
          ConsistencySettings.GROUP,
          new SettingGroup("Changes", List.of(PROPERTIES, SCHEDULE, BEFORE)),
          new SettingGroup("Metrics", List.of(METRICS, TELEMETRY, TELEMETRY_EVERY, NOTIFY)),
          FleetSettings.GROUP,
          new SettingGroup("Run", List.of(DISCOVERY, ZONE, SLO, HANDSHAKE, SEED, NAME)));

  private static final Map<Setting<?>, Forms<?>> FORMS =
      Map.ofEntries(
          Map.entry(LoadSettings.ARRIVALS, ArrivalText.FORMS),
          Map.entry(LoadSettings.RATE, RateText.FORMS),
          Map.entry(WorkloadSettings.REQUESTS, RequestText.FORMS),
          Map.entry(WorkloadSettings.WORKLOAD, CustomText.WORKLOADS),
          Map.entry(WorkloadSettings.KEY_DISTRIBUTION, KeyDistributionText.FORMS),
          Map.entry(WorkloadSettings.KEY_FORM, KeyFormText.FORMS),
          Map.entry(WorkloadSettings.KEY_WINDOW, KeyWindowText.FORMS),
          Map.entry(PROPERTIES, PropertySourceText.FORMS),
          Map.entry(DISCOVERY, DiscoveryText.FORMS),
          Map.entry(METRICS, SinkText.FORMS),
          Map.entry(TELEMETRY, TelemetryText.FORMS),
          Map.entry(NOTIFY, NoticeText.FORMS));

  private static final Set<Setting<?>> MAPS =
      Set.of(
          WorkloadSettings.MIX,
          WorkloadSettings.TRANSACTION,
          LoadSettings.RATE,
          LoadSettings.WORKERS,
          LoadSettings.PROBE_MIX);
  private static final Set<Setting<?>> LISTS =
      Set.of(
          SLO,
          DISCOVERY,
          FleetSettings.PLACE,
          WorkloadSettings.TRANSACTION,
          METRICS,
          TELEMETRY,
          NOTIFY,
          PROPERTIES,
          SCHEDULE,
          BEFORE);

  /** Settings that apply to a measurement and not to a fill alone. */
  private static final Set<Setting<?>> MEASURING =
      Set.of(
          WorkloadSettings.MIX,
          WorkloadSettings.TRANSACTION,
          WorkloadSettings.WORKLOAD,
          WorkloadSettings.KEY_DISTRIBUTION,
          WorkloadSettings.SCAN_LENGTH,
          WorkloadSettings.BULK_SIZE,
          WorkloadSettings.IGNORE_MISSING,
          WorkloadSettings.VERIFY,
          LoadSettings.RATE,
          LoadSettings.WORKERS,
          LoadSettings.MODEL,
          LoadSettings.ARRIVALS,
          LoadSettings.MAX_IN_FLIGHT,
          LoadSettings.WHEN_FULL,
          LoadSettings.MAX_BACKLOG,
          LoadSettings.PROBE,
          LoadSettings.PROBE_MIX,
          PhaseSettings.WARMUP,
          PhaseSettings.FOR,
          PhaseSettings.OPS,
          PhaseSettings.FOREVER,
          PhaseSettings.ITERATIONS,
          PhaseSettings.NO_FILL_FLAG,
          PROPERTIES,
          SCHEDULE);

  /** Groups whose settings a scenario may override, except the shared settings. */
  private static final List<SettingGroup> SCENARIO_GROUPS =
      List.of(WorkloadSettings.GROUP, LoadSettings.GROUP);

  /** Settings that are the same for all loads, because they affect the same keys. */
  private static final Set<Setting<?>> SHARED =
      Set.of(WorkloadSettings.KEY_FORM, WorkloadSettings.IGNORE_MISSING, WorkloadSettings.VERIFY);

  private RunSettings() {}

  /** Returns the groups of settings. */
  public static List<SettingGroup> groups() {
    return GROUPS;
  }

  /** Returns the settings of all groups. */
  public static Stream<Setting<?>> all() {
    return ByName.LIST.stream();
  }

  /**
   * Returns the forms of a setting's value; empty if the value is a number, a word or a duration.
   */
  public static Optional<Forms<?>> forms(Setting<?> setting) {
    return Optional.ofNullable(FORMS.get(setting));
  }

  /** Returns the help text of an option: its description, with its forms. */
  public static String help(Setting<?> setting) {
    return setting.description()
        + forms(setting).map(forms -> ": " + forms.written()).orElse("")
        + (isList(setting) ? "; repeatable" : "");
  }

  /** Returns whether a setting applies to a fill without a measurement. */
  public static boolean concernsFill(Setting<?> setting) {
    return !MEASURING.contains(setting);
  }

  /** Returns whether each scenario may have its own value of a setting. */
  public static boolean isOfScenario(Setting<?> setting) {
    return !SHARED.contains(setting)
        && SCENARIO_GROUPS.stream().anyMatch(group -> group.settings().contains(setting));
  }

  /** Returns the setting with a name. */
  public static Optional<Setting<?>> named(String name) {
    return Optional.ofNullable(ByName.ALL.get(name));
  }

  /** All settings, in order and by name; initialized on first use. */
  private static final class ByName {
    static final List<Setting<?>> LIST =
        GROUPS.stream().<Setting<?>>flatMap(group -> group.settings().stream()).toList();

    static final Map<String, Setting<?>> ALL =
        LIST.stream().collect(Collectors.toUnmodifiableMap(Setting::name, setting -> setting));
  }

  /**
   * Returns whether a spec file may contain the setting as a map from operations to numbers or
   * lists.
   */
  public static boolean isMap(Setting<?> setting) {
    return MAPS.contains(setting);
  }

  /**
   * Returns whether the setting may be repeated on the command line, or be a list in a spec file.
   */
  public static boolean isList(Setting<?> setting) {
    return LISTS.contains(setting);
  }

  /**
   * Returns whether the setting describes automatic changes, which are allowed only in a single
   * run.
   */
  public static boolean isOfSteeredRun(Setting<?> setting) {
    return setting.equals(PROPERTIES) || setting.equals(SCHEDULE);
  }

  /**
   * Returns whether an item in a spec file may be a map of words, as for a scheduled change or an
   * action.
   */
  static boolean isTimed(Setting<?> setting) {
    return setting.equals(SCHEDULE) || setting.equals(BEFORE);
  }

  /** Returns the separator of the items of a list. */
  public static String separator(Setting<?> setting) {
    return isTimed(setting) ? "; " : ",";
  }

  /** Returns a value with its secrets masked. */
  static String shown(String name, String text) {
    return name.equals(METRICS.name())
        ? SinkText.shown(text)
        : name.equals(DISCOVERY.name())
            ? DiscoveryText.shown(text)
            : name.equals(NOTIFY.name())
                ? NoticeText.shown(text)
                : name.equals(PROPERTIES.name())
                    ? PropertySourceText.masked(text)
                    : name.equals(TELEMETRY.name()) ? TelemetryText.shown(text) : text;
  }

  private static String parseZone(String text) {
    require(text.matches("(?:[A-Za-z0-9._-]{1,60}/)?[A-Za-z0-9._-]{1,60}"));
    return text;
  }

  private static String parseName(String text) {
    require(text.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,59}"));
    return text;
  }
}

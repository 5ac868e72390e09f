package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.ScenarioSpec;

/**
 * Parses settings of scenarios. A scenario is a load with a name and with settings that override
 * those of the run. A setting of a scenario is {@code NAME/KEY}, such as {@code checkout/rate}.
 */
public final class ScenarioTexts {
  /** The allowed names, as a phrase after "must be". */
  static final String NAME =
      "1 to 40 letters, digits, hyphens and underscores that start with a letter, and not all or"
          + " probe";

  /** The regular expression of a name. */
  static final String NAME_PATTERN = "^(?!(all|probe)$)[A-Za-z][A-Za-z0-9_-]{0,39}$";

  private static final Pattern VALID_NAME = Pattern.compile(NAME_PATTERN);

  /** Settings that a scenario either sets all together or inherits all together from the run. */
  private static final List<Setting<?>> SHAPE =
      List.of(LoadSettings.RATE, LoadSettings.WORKERS, LoadSettings.MODEL);

  private ScenarioTexts() {}

  /** Checks the name of a scenario. */
  static String checkedName(String name) {
    if (!VALID_NAME.matcher(name).matches()) {
      throw new InvalidSpecException("scenario: its name must be " + NAME + ", was '" + name + "'");
    }
    return name;
  }

  /** Returns a setting that a scenario may have; refuses other settings. */
  static Setting<?> setting(String scenario, String key) {
    Optional<Setting<?>> found = RunSettings.named(key).filter(RunSettings::isOfScenario);
    if (found.isPresent()) {
      return found.get();
    }
    List<String> known =
        RunSettings.all().filter(RunSettings::isOfScenario).map(Setting::name).toList();
    boolean isOfRun = RunSettings.named(key).isPresent();
    throw new InvalidSpecException(
        isOfRun
            ? key + ": is for the whole run, and cannot be set for scenario '" + scenario + "'"
            : key
                + " is not a setting of scenario '"
                + scenario
                + "'"
                + NearestName.suggestion(key, known));
  }

  /**
   * Parses texts of the form {@code NAME/KEY=VALUE}, each path once.
   *
   * @param origin origin of the values
   */
  public static Map<String, Map<String, Given>> parse(List<String> texts, String origin) {
    Map<String, Map<String, Given>> scenarios = new LinkedHashMap<>();
    for (String text : texts) {
      int slash = text.indexOf('/');
      int equals = text.indexOf('=');
      if (slash < 1 || equals < slash + 2) {
        throw new InvalidSpecException(
            "scenario: must be NAME/KEY=VALUE, such as checkout/rate=5k, was '" + text + "'");
      }
      String name = checkedName(text.substring(0, slash));
      String key = setting(name, text.substring(slash + 1, equals)).name();
      Given given = new Given(text.substring(equals + 1), origin);
      Map<String, Given> own = scenarios.computeIfAbsent(name, n -> new LinkedHashMap<>());
      if (own.put(key, given) != null) {
        throw new InvalidSpecException(
            "scenario: must contain a setting once, was given '" + name + "/" + key + "' twice");
      }
    }
    return scenarios;
  }

  /**
   * Overrides settings of scenarios by others. New scenarios are allowed only if there were none
   * before.
   */
  static Map<String, Map<String, Given>> overlaid(
      Map<String, Map<String, Given>> lower, Map<String, Map<String, Given>> upper) {
    Map<String, Map<String, Given>> all = new LinkedHashMap<>();
    lower.forEach((name, own) -> all.put(name, new LinkedHashMap<>(own)));
    upper.forEach((name, own) -> {
      if (!lower.isEmpty() && !lower.containsKey(name)) {
        throw new InvalidSpecException(
            "scenario: must be one of the spec, was '"
                + name
                + "'"
                + NearestName.suggestion(name, lower.keySet()));
      }
      Map<String, Given> its = all.computeIfAbsent(name, n -> new LinkedHashMap<>());
      own.keySet().forEach(key -> Exclusions.of(key).forEach(its::remove));
      its.putAll(own);
    });
    return all;
  }

  /**
   * Returns the settings of a scenario. Its own settings override those of the run. A closed load
   * ignores the run's settings for open loads. A load whose rate or workers name operations ignores
   * the run's mix.
   */
  static Map<String, Given> resolved(Map<String, Given> run, Map<String, Given> own) {
    Map<String, Given> all = new LinkedHashMap<>(run);
    takeShape(all, own);
    all.putAll(own);
    List<Setting<?>> meaningless = new ArrayList<>();
    if (all.containsKey(LoadSettings.RATE.name()) || followsTrace(all, own)) {
      meaningless.add(LoadSettings.THINK_TIME);
    } else {
      meaningless.addAll(LoadSettings.OPEN_ONLY);
    }
    if (namesOperations(own.get(LoadSettings.RATE.name()))
        || namesOperations(own.get(LoadSettings.WORKERS.name()))) {
      meaningless.add(WorkloadSettings.MIX);
      meaningless.add(WorkloadSettings.WORKLOAD);
    }
    if (own.containsKey(WorkloadSettings.MIX.name())) {
      meaningless.add(WorkloadSettings.WORKLOAD);
    }
    if (own.containsKey(WorkloadSettings.WORKLOAD.name())) {
      meaningless.add(WorkloadSettings.MIX);
    }
    meaningless.stream()
        .filter(setting -> !own.containsKey(setting.name()))
        .forEach(setting -> reset(all, setting));
    return all;
  }

  /** Returns whether a scenario overrides a setting of the run. */
  static boolean hides(Map<String, Given> own, String name) {
    return own.containsKey(name)
        || (SHAPE.stream().anyMatch(setting -> setting.name().equals(name)) && hasShape(own));
  }

  private static void takeShape(Map<String, Given> from, Map<String, Given> own) {
    if (hasShape(own)) {
      SHAPE.forEach(setting -> from.remove(setting.name()));
    }
  }

  private static boolean hasShape(Map<String, Given> own) {
    return SHAPE.stream().anyMatch(setting -> own.containsKey(setting.name()));
  }

  /**
   * Returns whether the rate follows from a trace of the scenario, or of the run if the scenario
   * has none.
   */
  private static boolean followsTrace(Map<String, Given> all, Map<String, Given> own) {
    String name = LoadSettings.ARRIVALS.name();
    Given arrivals = hasShape(own) ? own.get(name) : all.get(name);
    return arrivals != null && arrivals.text().strip().startsWith("trace(");
  }

  private static boolean namesOperations(@Nullable Given given) {
    return given != null && given.text().contains("=");
  }

  private static void reset(Map<String, Given> values, Setting<?> setting) {
    String text = setting.defaultText();
    if (text == null) {
      values.remove(setting.name());
    } else {
      values.put(setting.name(), Given.byDefault(text));
    }
  }

  /**
   * Returns the settings of the probe: keys and rows of the run, and a separate open load. Poisson
   * arrivals see time averages (Wolff, Operations Research 30(2), 1982), while equal gaps may
   * synchronize with the load.
   */
  static Map<String, Given> probe(Map<String, Given> run, Given rate, Given mix) {
    String text = rate.text();
    String plain = text.endsWith("/s") ? text.substring(0, text.length() - 2) : text;
    Map<String, Given> all = new LinkedHashMap<>(run);
    SHAPE.forEach(setting -> all.remove(setting.name()));
    LoadSettings.OPEN_ONLY.forEach(setting -> reset(all, setting));
    reset(all, LoadSettings.THINK_TIME);
    all.put(LoadSettings.RATE.name(), new Given(plain, rate.origin()));
    all.put(WorkloadSettings.MIX.name(), mix);
    all.remove(WorkloadSettings.WORKLOAD.name());
    all.put(LoadSettings.ARRIVALS.name(), Given.byDefault("poisson"));
    all.put(LoadSettings.SESSIONS.name(), Given.byDefault("0"));
    return all;
  }

  /** Returns the path of a scenario's setting. */
  static String path(ScenarioSpec scenario, String key) {
    return "scenario/" + scenario.name() + "/" + key;
  }
}

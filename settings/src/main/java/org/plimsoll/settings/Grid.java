package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.settings.text.Call;

/**
 * Settings with several values each. Their combinations are the points of a sweep. A name is a
 * setting of the run, {@code set.NAME} for a setting of the driver, {@code SCENARIO/NAME} for a
 * setting of a scenario, {@code target}, or {@code nodes}, which is not a setting of the run.
 */
public final class Grid {
  private static final String DRIVER = "set.";
  private static final String TARGET = "target";
  private static final String ORIGIN = "--grid";
  private static final int POINTS_MAX = 10_000;

  private final Map<String, List<String>> values;

  private Grid(Map<String, List<String>> values) {
    this.values = values;
  }

  /**
   * Parses texts such as {@code workers=1,2,4}. Values with commas outside parentheses are
   * separated by semicolons.
   *
   * @throws InvalidSpecException if a text is refused
   */
  public static Grid parse(List<String> texts) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      String name = equals < 0 ? "" : text.substring(0, equals).strip();
      List<String> parts = equals < 0 ? List.of() : values(text.substring(equals + 1));
      if (name.isEmpty()) {
        throw new InvalidSpecException("grid: must be NAME=VALUE,VALUE…, was '" + text + "'");
      }
      require(name, parts, text);
      if (values.put(name, parts) != null) {
        throw new InvalidSpecException("grid: must have " + name + " once, was '" + text + "'");
      }
    }
    return counted(values);
  }

  /**
   * Creates a grid from settings and their values.
   *
   * @throws InvalidSpecException if a name or a value is refused
   */
  static Grid of(Map<String, List<String>> values) {
    values.forEach((name, parts) -> require(name, parts, name + "=" + String.join(",", parts)));
    return counted(values);
  }

  private static void require(String name, List<String> parts, String text) {
    if (parts.isEmpty() || parts.stream().anyMatch(String::isEmpty)) {
      throw new InvalidSpecException("grid: must be NAME=VALUE,VALUE…, was '" + text + "'");
    }
    requireKnown(name, text);
    if (parts.stream().distinct().count() < parts.size()) {
      throw new InvalidSpecException("grid: must have different values, was '" + text + "'");
    }
  }

  private static Grid counted(Map<String, List<String>> values) {
    if (values.isEmpty()) {
      throw new InvalidSpecException("grid: must be given, such as --grid workers=1,2,4");
    }
    long points = values.values().stream().mapToLong(List::size).reduce(1, Math::multiplyExact);
    if (points > POINTS_MAX) {
      throw new InvalidSpecException(
          "grid: must have at most " + POINTS_MAX + " points, was " + points);
    }
    return new Grid(values);
  }

  static List<String> values(String text) {
    return Call.split(text, text.indexOf(';') >= 0 ? ';' : ',');
  }

  /** Rejects a name that a point of a sweep cannot set. */
  static void requireKnown(String name, String text) {
    List<String> known =
        Stream.concat(RunSettings.all().map(Setting::name), Stream.of(TARGET, SweepSpec.NODES))
            .toList();
    int slash = name.indexOf('/');
    if (name.startsWith(DRIVER)) {
      return;
    }
    if (slash > 0) {
      String scenario = ScenarioTexts.checkedName(name.substring(0, slash));
      ScenarioTexts.setting(scenario, name.substring(slash + 1));
    } else if (!known.contains(name)) {
      throw new InvalidSpecException(
          "grid: must name a setting of the run, SCENARIO/SETTING, set.NAME, target or nodes, was '"
              + text
              + "'"
              + NearestName.suggestion(name, known));
    }
  }

  /** Returns all combinations; the last setting changes fastest. */
  public List<Map<String, String>> points() {
    List<Map<String, String>> points = new ArrayList<>();
    points.add(Map.of());
    for (Map.Entry<String, List<String>> setting : values.entrySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> point : points) {
        for (String value : setting.getValue()) {
          Map<String, String> more = new LinkedHashMap<>(point);
          more.put(setting.getKey(), value);
          longer.add(more);
        }
      }
      points = longer;
    }
    return List.copyOf(points);
  }

  /** Returns the names of the settings that vary. */
  public List<String> names() {
    return List.copyOf(values.keySet());
  }

  /** Returns a copy of a request in which the values of a point override others. */
  static RunRequest at(RunRequest base, Map<String, String> point, long seed) {
    Map<String, Given> run = new LinkedHashMap<>();
    Map<String, Given> driver = new LinkedHashMap<>();
    List<String> scenarios = new ArrayList<>();
    point.forEach((name, value) -> {
      if (name.startsWith(DRIVER)) {
        driver.put(name.substring(DRIVER.length()), new Given(value, ORIGIN));
      } else if (name.contains("/")) {
        scenarios.add(name + "=" + value);
      } else if (!name.equals(TARGET) && !name.equals(SweepSpec.NODES)) {
        run.put(name, new Given(value, ORIGIN));
      }
    });
    run.putIfAbsent(RunSettings.SEED.name(), new Given(Long.toString(seed), ORIGIN));
    String target = point.get(TARGET);
    return base.overriddenBy(
        new RunRequest(
            target == null ? null : new Given(target, ORIGIN),
            run,
            driver,
            ScenarioTexts.parse(scenarios, ORIGIN)));
  }
}

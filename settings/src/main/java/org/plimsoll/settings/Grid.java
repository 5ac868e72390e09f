package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.settings.text.Call;

/**
 * Settings with several values each, whose combinations are the points of a sweep. A name is a
 * setting of the run, or {@code set.NAME} for a setting of the driver.
 */
public final class Grid {
  private static final String DRIVER = "set.";
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
      if (name.isEmpty() || parts.stream().anyMatch(String::isEmpty)) {
        throw new InvalidSpecException("grid: must be NAME=VALUE,VALUE…, was '" + text + "'");
      }
      if (!name.startsWith(DRIVER)) {
        requireKnown(name, text);
      }
      if (parts.stream().distinct().count() < parts.size()) {
        throw new InvalidSpecException("grid: must have different values, was '" + text + "'");
      }
      if (values.put(name, parts) != null) {
        throw new InvalidSpecException("grid: must have " + name + " once, was '" + text + "'");
      }
    }
    if (values.isEmpty()) {
      throw new InvalidSpecException("grid: must be given, such as workers=1,2,4, was absent");
    }
    long points = values.values().stream().mapToLong(List::size).reduce(1, Math::multiplyExact);
    if (points > POINTS_MAX) {
      throw new InvalidSpecException(
          "grid: must have at most " + POINTS_MAX + " points, was " + points);
    }
    return new Grid(values);
  }

  private static List<String> values(String text) {
    return Call.split(text, text.indexOf(';') >= 0 ? ';' : ',');
  }

  private static void requireKnown(String name, String text) {
    List<String> known = RunSettings.all().map(setting -> setting.name()).toList();
    if (!known.contains(name)) {
      throw new InvalidSpecException(
          "grid: must name a setting of the run, or set.NAME, was '"
              + text
              + "'"
              + NearestName.suggestion(name, known));
    }
  }

  /** All combinations; the last setting changes fastest. */
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

  /** The settings that vary. */
  public List<String> names() {
    return List.copyOf(values.keySet());
  }

  /** A request, overridden by the values of a point. */
  static RunRequest at(RunRequest base, Map<String, String> point, long seed) {
    Map<String, Given> run = new LinkedHashMap<>();
    Map<String, Given> driver = new LinkedHashMap<>();
    point.forEach((name, value) -> {
      if (name.startsWith(DRIVER)) {
        driver.put(name.substring(DRIVER.length()), new Given(value, ORIGIN));
      } else {
        run.put(name, new Given(value, ORIGIN));
      }
    });
    run.putIfAbsent(RunSettings.SEED.name(), new Given(Long.toString(seed), ORIGIN));
    return base.overriddenBy(new RunRequest(null, run, driver));
  }
}

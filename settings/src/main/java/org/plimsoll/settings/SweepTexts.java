package org.plimsoll.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.settings.text.Call;

/**
 * The texts of a sweep, before they are checked: a section of a spec file, or the options of the
 * command line. A value is a text, a list of texts, or a map of both.
 */
public record SweepTexts(Map<String, Object> values) {
  /** The options that have a single value each. */
  public static final List<String> SINGLE =
      List.of(
          "repeat",
          "order",
          SweepSpec.NODES,
          "price-per-hour",
          "price-per-gb",
          "price-per-node-hour",
          "clients",
          "price-per-client-hour",
          "zone-traffic",
          "price-per-zone-gb",
          "hours");

  static final List<String> MAPS = List.of("grid", "at", "server");
  static final List<String> LISTS = List.of("columns", "before", "after");

  /** Settings that execute code. They are allowed only in a local file. */
  private static final Set<String> OF_FILE = Set.of("before", "after", "command-timeout");

  private static final String SECTION = "sweep";

  public SweepTexts {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    List<String> known = new ArrayList<>(SINGLE);
    known.addAll(MAPS);
    known.addAll(LISTS);
    known.addAll(OF_FILE);
    for (Map.Entry<String, Object> value : values.entrySet()) {
      String name = value.getKey();
      if (!known.contains(name)) {
        throw new InvalidSpecException(
            SECTION + "." + name + " is not a setting" + NearestName.suggestion(name, known));
      }
      boolean fits =
          switch (value.getValue()) {
            case Map<?, ?> _ -> MAPS.contains(name);
            case List<?> _ -> LISTS.contains(name) || name.equals("grid");
            default -> !MAPS.contains(name) && !List.of("before", "after").contains(name);
          };
      if (!fits) {
        throw new InvalidSpecException(
            SECTION
                + "."
                + name
                + ": must be "
                + (MAPS.contains(name)
                    ? "keys with values"
                    : LISTS.contains(name) ? "a list" : "a single value"));
      }
    }
  }

  /** Creates an object without texts. */
  public static SweepTexts none() {
    return new SweepTexts(Map.of());
  }

  /** Returns these texts, overridden by others, such as command-line options. */
  public SweepTexts overriddenBy(SweepTexts upper) {
    Map<String, Object> all = new LinkedHashMap<>(values);
    upper.values.forEach((name, value) -> {
      if (value instanceof Map<?, ?> && !name.equals("grid") && all.containsKey(name)) {
        Map<String, Object> merged = new LinkedHashMap<>(texts(all.get(name)));
        merged.putAll(texts(value));
        all.put(name, merged);
      } else {
        all.put(name, value);
      }
    });
    return new SweepTexts(all);
  }

  /** Resolves programs of a file's commands that are relative to its folder. */
  SweepTexts in(@Nullable Path folder) {
    Map<String, Object> all = new LinkedHashMap<>(values);
    for (String command : List.of("before", "after")) {
      List<String> own = list(command);
      if (!own.isEmpty()) {
        all.put(command, located(folder == null ? Path.of("") : folder, own));
      }
    }
    return new SweepTexts(all);
  }

  /** Resolves the program of a command that is relative to the spec file's folder. */
  private static List<String> located(Path folder, List<String> command) {
    if (command.isEmpty() || !command.getFirst().startsWith(".")) {
      return command;
    }
    List<String> all = new ArrayList<>(command);
    all.set(0, folder.resolve(command.getFirst()).normalize().toAbsolutePath().toString());
    return all;
  }

  @Nullable String text(String name) {
    Object value = values.get(name);
    return value == null ? null : String.valueOf(value);
  }

  /** Returns the items of a list; a text is split at its commas. */
  List<String> list(String name) {
    return items(name, values.get(name));
  }

  /** Returns the values of a map as texts. */
  Map<String, String> map(String name) {
    Map<String, String> map = new LinkedHashMap<>();
    texts(values.get(name)).forEach((key, value) -> map.put(key, String.valueOf(value)));
    return map;
  }

  /** Creates the grid from the axes of a file, or from texts of the command line. */
  Grid grid() {
    Object value = values.get("grid");
    if (value instanceof Map<?, ?>) {
      Map<String, List<String>> axes = new LinkedHashMap<>();
      texts(value)
          .forEach((name, axis) ->
              axes.put(
                  name,
                  axis instanceof List<?> ? items(name, axis) : Grid.values(String.valueOf(axis))));
      return Grid.of(axes);
    }
    return Grid.parse(items("grid", value));
  }

  private static List<String> items(String name, @Nullable Object value) {
    return switch (value) {
      case null -> List.of();
      case List<?> list -> list.stream().map(String::valueOf).toList();
      default -> {
        List<String> items = Call.split(String.valueOf(value), ',');
        if (items.stream().anyMatch(String::isBlank)) {
          throw new InvalidSpecException(name + ": must be names with commas, was '" + value + "'");
        }
        yield items.stream().map(String::strip).toList();
      }
    };
  }

  private static Map<String, Object> texts(@Nullable Object value) {
    return value instanceof Map<?, ?> map
        ? map.entrySet().stream()
            .collect(
                Collectors.toMap(
                    entry -> String.valueOf(entry.getKey()),
                    entry -> (Object) entry.getValue(),
                    (a, b) -> b,
                    LinkedHashMap::new))
        : Map.of();
  }
}

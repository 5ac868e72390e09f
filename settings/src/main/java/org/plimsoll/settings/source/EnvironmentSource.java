package org.plimsoll.settings.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.plimsoll.api.kit.JdbcUrl;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;

/**
 * The environment variables that set parameters: {@code PLIMSOLL_} and the path in capitals, with
 * an underscore for every other character, such as {@code PLIMSOLL_KEY_DISTRIBUTION}, {@code
 * PLIMSOLL_SCENARIO_SEARCH_RATE} and {@code PLIMSOLL_SET_TTL}. They are read once, because the
 * environment of a process does not change. An empty variable is ignored.
 *
 * @param texts the texts by path
 * @param warning names the variables that match no parameter; empty if there are none
 */
record EnvironmentSource(Map<String, String> texts, Optional<String> warning) {
  private static final String PREFIX = "PLIMSOLL_";

  /** Variables of the process and its launcher. No parameter has such a name. */
  static final Set<String> LAUNCHERS =
      Set.of(
          "PLIMSOLL_AOT",
          "PLIMSOLL_BUILD",
          "PLIMSOLL_JAVA_HOME",
          JdbcUrl.VARIABLE,
          "PLIMSOLL_LOG",
          "PLIMSOLL_OPTS");

  /** Returns the name of the variable for a path. */
  static String variable(String path) {
    return PREFIX + path.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  /** Reads the variables of an environment for the paths of a run. */
  static EnvironmentSource of(Map<String, String> environment, List<String> paths) {
    Map<String, List<String>> known = new LinkedHashMap<>();
    for (String path : paths) {
      known.computeIfAbsent(variable(path), _ -> new ArrayList<>()).add(path);
    }
    Map<String, String> texts = new LinkedHashMap<>();
    List<String> unknown = new ArrayList<>();
    new TreeMap<>(environment)
        .forEach((variable, text) -> {
          if (!variable.startsWith(PREFIX) || LAUNCHERS.contains(variable) || text.isEmpty()) {
            return;
          }
          List<String> meant = known.getOrDefault(variable, List.of());
          if (meant.size() > 1) {
            throw new InvalidSpecException(
                variable
                    + " is ambiguous: it can set "
                    + String.join(" or ", meant)
                    + ". Unset it, and use an option or the spec file.");
          }
          if (meant.isEmpty()) {
            unknown.add(variable + nearest(variable, known.keySet()));
          } else {
            texts.put(meant.getFirst(), text.strip());
          }
        });
    return new EnvironmentSource(
        texts,
        unknown.isEmpty()
            ? Optional.empty()
            : Optional.of(
                "environment: "
                    + String.join(", ", unknown)
                    + (unknown.size() == 1 ? " is no parameter" : " are no parameters")));
  }

  private static String nearest(String variable, Set<String> known) {
    List<String> names = known.stream().map(name -> name.substring(PREFIX.length())).toList();
    return NearestName.nearest(variable.substring(PREFIX.length()), names)
        .map(name -> " (did you mean " + PREFIX + name + "?)")
        .orElse("");
  }
}

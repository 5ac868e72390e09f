package org.plimsoll.settings;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lists the settings that exclude each other. Two of them in the same layer are an error, except
 * {@code for} and {@code ops}. A setting in a later layer replaces those in earlier layers, so that
 * {@code --ops 1m} overrides the {@code for} of a file.
 */
final class Exclusions {
  private static final List<List<String>> GROUPS =
      List.of(
          List.of("for", "ops", "forever"), List.of("fill", "no-fill"), List.of("mix", "workload"));

  /**
   * Settings that may be combined in one layer. The first limit that is reached ends the
   * measurement.
   */
  private static final List<String> TOGETHER = List.of("for", "ops");

  private Exclusions() {}

  /** Returns the settings that this setting replaces. */
  static List<String> of(String name) {
    return GROUPS.stream()
        .filter(group -> group.contains(name))
        .flatMap(List::stream)
        .filter(other -> !other.equals(name))
        .toList();
  }

  /** Returns a message about two values that exclude each other; empty if there are none. */
  static String violation(Map<String, Given> values) {
    for (List<String> group : GROUPS) {
      List<String> given = group.stream().filter(name -> isOn(values.get(name))).toList();
      if (given.size() > 1 && !TOGETHER.containsAll(given)) {
        return given.get(1)
            + ": cannot be given together with '"
            + given.get(0)
            + "', was '"
            + Objects.requireNonNull(values.get(given.get(1))).text()
            + "'; one of "
            + String.join(", ", group)
            + " is allowed";
      }
    }
    return "";
  }

  private static boolean isOn(@Nullable Given given) {
    return given != null && !given.text().equals("false");
  }
}

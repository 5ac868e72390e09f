package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Differences between texts, and between runs, by path. */
final class Differences {
  private Differences() {}

  /** The texts that are new or changed, and null for removed ones. */
  static Map<String, @Nullable String> between(
      Map<String, String> before, Map<String, String> after) {
    Map<String, @Nullable String> differing = new LinkedHashMap<>();
    after.forEach((path, text) -> {
      if (!text.equals(before.get(path))) {
        differing.put(path, text);
      }
    });
    before.keySet().stream()
        .filter(path -> !after.containsKey(path))
        .forEach(path -> differing.put(path, null));
    return differing;
  }

  /**
   * Returns the differences between two runs, including requested changes without a visible
   * difference, such as of a secret.
   *
   * @param asked the paths of the requested changes
   */
  static List<ChangedText> changed(
      ResolvedRun before, ResolvedRun after, Set<String> asked, Predicate<String> isSecret) {
    Map<String, String> old = texts(before);
    Map<String, String> fresh = texts(after);
    Set<String> paths = new LinkedHashSet<>(old.keySet());
    paths.addAll(fresh.keySet());
    List<ChangedText> changed = new ArrayList<>();
    for (String path : paths) {
      boolean looksTheSame = Objects.equals(old.get(path), fresh.get(path));
      if (!looksTheSame || (asked.contains(path) && isSecret.test(path))) {
        changed.add(new ChangedText(path, old.get(path), fresh.get(path), !asked.contains(path)));
      }
    }
    // Derived changes are first. If only one change is named, it is the last one.
    changed.sort(Comparator.comparing(ChangedText::isDerived).reversed());
    return changed;
  }

  private static Map<String, String> texts(ResolvedRun run) {
    Map<String, String> texts = new LinkedHashMap<>();
    run.values().forEach(value -> texts.put(value.name(), value.text()));
    return texts;
  }
}

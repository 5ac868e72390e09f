package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Computes differences between texts, and between runs, by path. */
final class Differences {
  private Differences() {}

  /** Returns the new and changed texts, and null for removed ones. */
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
   * Returns the differences between two runs. Includes requested changes without a visible
   * difference, such as a changed secret.
   *
   * @param asked the paths of the requested changes
   */
  static List<ChangedText> changed(
      ResolvedRun before, ResolvedRun after, Set<String> asked, Predicate<String> isSecret) {
    List<ResolvedRun.Value> old = before.values();
    List<ResolvedRun.Value> fresh = after.values();
    List<ChangedText> changed = new ArrayList<>();
    // Most changes do not change the set of paths.
    int same = 0;
    while (same < Math.min(old.size(), fresh.size())
        && old.get(same).name().equals(fresh.get(same).name())) {
      String path = old.get(same).name();
      compare(path, old.get(same).text(), fresh.get(same).text(), asked, isSecret)
          .ifPresent(changed::add);
      same++;
    }
    Map<String, String> oldTexts = texts(old.subList(same, old.size()));
    Map<String, String> freshTexts = texts(fresh.subList(same, fresh.size()));
    Set<String> paths = new LinkedHashSet<>(oldTexts.keySet());
    paths.addAll(freshTexts.keySet());
    for (String path : paths) {
      compare(path, oldTexts.get(path), freshTexts.get(path), asked, isSecret)
          .ifPresent(changed::add);
    }
    // Derived changes come first. If a message names only one change, it is the last one.
    changed.sort(Comparator.comparing(ChangedText::isDerived).reversed());
    return changed;
  }

  private static Optional<ChangedText> compare(
      String path,
      @Nullable String old,
      @Nullable String fresh,
      Set<String> asked,
      Predicate<String> isSecret) {
    boolean isAsked = asked.contains(path);
    return !Objects.equals(old, fresh) || (isAsked && isSecret.test(path))
        ? Optional.of(new ChangedText(path, old, fresh, !isAsked))
        : Optional.empty();
  }

  private static Map<String, String> texts(List<ResolvedRun.Value> values) {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach(value -> texts.put(value.name(), value.text()));
    return texts;
  }
}

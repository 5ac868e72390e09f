package org.plimsoll.fleet.control;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.LocalRuns.Effective;

/** The parameters of one node, derived from a journal: the most specific scope wins. */
public final class EffectiveParameters {
  private EffectiveParameters() {}

  /** Returns the values by path after all given entries. */
  public static Map<String, Effective> of(Node node, List<JournalEntry> entries) {
    return of(entries, scope -> scope.contains(node.id(), node.labels()));
  }

  /**
   * Returns the values by path for the scopes that a predicate selects.
   *
   * @param belongs selects the scopes
   */
  public static Map<String, Effective> of(List<JournalEntry> entries, Predicate<Scope> belongs) {
    Map<Scope, Map<String, Effective>> byScope =
        new TreeMap<>(Comparator.comparing(Scope::level).thenComparing(Scope::value));
    for (JournalEntry entry : entries) {
      if (entry.item() instanceof Changed changed && belongs.test(changed.scope())) {
        Map<String, Effective> values =
            byScope.computeIfAbsent(changed.scope(), scope -> new TreeMap<>());
        changed.cleared().forEach(values::remove);
        changed
            .texts()
            .forEach((path, text) ->
                values.put(path, new Effective(text, changed.scope(), entry.number())));
      }
    }
    Map<String, Effective> effective = new TreeMap<>();
    byScope.values().forEach(effective::putAll);
    return effective;
  }
}

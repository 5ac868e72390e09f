package org.plimsoll.fleet.control;

import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.LocalRuns.Effective;

/**
 * The parameter values of a run after an entry of its journal, by scope. Entries are applied one by
 * one, so the cost of a change does not depend on the number of earlier ones. Not thread-safe.
 */
public final class ScopedValues {
  private final Map<Scope, Map<String, Effective>> byScope =
      new TreeMap<>(Comparator.comparing(Scope::level).thenComparing(Scope::value));
  private long last;

  /** Creates the values before the first entry. */
  public ScopedValues() {}

  /** Returns the number of the last applied entry; 0 before the first. */
  public long last() {
    return last;
  }

  /** Applies the next entry. */
  public void follow(JournalEntry entry) {
    last = entry.number();
    if (entry.item() instanceof Changed changed) {
      Map<String, Effective> values =
          byScope.computeIfAbsent(changed.scope(), scope -> new TreeMap<>());
      changed.cleared().forEach(values::remove);
      changed
          .texts()
          .forEach((path, text) ->
              values.put(path, new Effective(text, changed.scope(), entry.number())));
    }
  }

  /** Returns to the state before the first entry. */
  public void clear() {
    byScope.clear();
    last = 0;
  }

  /** Returns a copy, to which other entries can be applied. */
  public ScopedValues copy() {
    ScopedValues copy = new ScopedValues();
    byScope.forEach((scope, values) -> copy.byScope.put(scope, new TreeMap<>(values)));
    copy.last = last;
    return copy;
  }

  /** Returns the scopes with values, least specific first. */
  public Set<Scope> scopes() {
    return byScope.keySet();
  }

  /**
   * Returns the effective values by path, for the given scopes. The most specific scope takes
   * precedence.
   *
   * @param belongs whether a scope applies
   */
  public Map<String, Effective> of(Predicate<Scope> belongs) {
    Map<String, Effective> effective = new TreeMap<>();
    byScope.forEach((scope, values) -> {
      if (belongs.test(scope)) {
        effective.putAll(values);
      }
    });
    return effective;
  }
}

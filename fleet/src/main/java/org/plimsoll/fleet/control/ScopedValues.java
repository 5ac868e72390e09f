package org.plimsoll.fleet.control;

import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.LocalRuns.Effective;

/**
 * What is set in a run after an entry of its journal, by scope. It follows the entries one by one,
 * so a change costs the same however many there were before. Not thread-safe.
 */
public final class ScopedValues {
  private final Map<Scope, Map<String, Effective>> byScope =
      new TreeMap<>(Comparator.comparing(Scope::level).thenComparing(Scope::value));
  private long last;

  /** The values before the first entry. */
  public ScopedValues() {}

  /** Number of the entry that was followed last; 0 before the first. */
  public long last() {
    return last;
  }

  /** Follows the next entry. */
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

  /** Goes back to the time before the first entry. */
  public void clear() {
    byScope.clear();
    last = 0;
  }

  /** The same values, which then follow other entries. */
  public ScopedValues copy() {
    ScopedValues copy = new ScopedValues();
    byScope.forEach((scope, values) -> copy.byScope.put(scope, new TreeMap<>(values)));
    copy.last = last;
    return copy;
  }

  /** The scopes that something was set for, the least specific ones first. */
  public Set<Scope> scopes() {
    return byScope.keySet();
  }

  /**
   * The values by path for whatever belongs to some scopes: the most specific scope wins.
   *
   * @param belongs whether it belongs to a scope
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

package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.plimsoll.engine.spec.Scope;
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
    ScopedValues values = new ScopedValues();
    entries.forEach(values::follow);
    return values.of(belongs);
  }
}

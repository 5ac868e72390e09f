package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.plimsoll.fleet.control.FleetMessage.RunOrder;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.LocalRuns.Effective;

/**
 * Passes the parameters of a run to a member's generator, up to the last entry that a majority of
 * nodes has stored. So a disconnected coordinator changes nothing, and the other nodes' journals
 * show what a lost node has sent.
 */
final class MemberParameters {
  private final Journal journal;
  private final Consumer<JournalEntry> pass;

  /** What is set after the entry that was asked about last. */
  private final ScopedValues values = new ScopedValues();

  private long known;
  private Term knownTerm = Term.NONE;
  private long applied;

  /**
   * @param pass passes an entry to the generator, if it is in the run
   */
  MemberParameters(Journal journal, Consumer<JournalEntry> pass) {
    this.journal = journal;
    this.pass = pass;
  }

  /** Applies an order; returns whether it passed parameters to the generator. */
  boolean ordered(RunOrder order) {
    known = order.known();
    knownTerm = order.knownTerm();
    return apply();
  }

  /** Passes all entries that a majority of nodes has stored; returns whether there were any. */
  boolean apply() {
    // An entry of the same term and number has the same entries before it.
    if (known <= applied || !journal.termAt(known).equals(knownTerm)) {
      return false;
    }
    boolean changed = journal.hasChange(applied, known);
    applyUpTo(known);
    return changed;
  }

  /** Passes all parameters up to an entry. */
  void applyUpTo(long entry) {
    if (entry > applied) {
      List<JournalEntry> next = journal.between(applied, entry);
      applied = entry;
      next.stream().filter(each -> each.item() instanceof Changed).forEach(pass);
    }
  }

  /** The values of a node by path after an entry. */
  Map<String, Effective> after(long entry, Node node) {
    if (entry < values.last()) {
      values.clear();
    }
    journal.between(values.last(), entry).forEach(values::follow);
    return values.of(scope -> scope.contains(node));
  }

  /** Entries are replaced; returns whether parameters among them were passed on. */
  boolean drop(List<JournalEntry> dropped) {
    boolean any =
        dropped.stream().anyMatch(each -> each.item() instanceof Changed && isApplied(each));
    long kept = dropped.getFirst().number() - 1;
    applied = Math.min(applied, kept);
    if (values.last() > kept) {
      values.clear();
    }
    return any;
  }

  /** Whether the generator has the parameters of an entry. */
  boolean isApplied(JournalEntry entry) {
    return entry.number() <= applied;
  }

  /** The last entry whose parameters were passed to the generator. */
  long applied() {
    return applied;
  }
}

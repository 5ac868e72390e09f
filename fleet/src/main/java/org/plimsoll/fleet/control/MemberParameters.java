package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.plimsoll.fleet.control.FleetMessage.RunOrder;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.LocalRuns.Effective;

/**
 * Passes the parameters of a run to a member's generator, up to the last entry that a majority of
 * nodes has stored. A disconnected coordinator therefore changes nothing, and the journals of the
 * other nodes show which parameters a lost node has used.
 */
final class MemberParameters {
  private final Journal journal;
  private final Consumer<JournalEntry> pass;

  /** The values after the entry that was requested last. */
  private final ScopedValues values = new ScopedValues();

  private long known;
  private Term knownTerm = Term.NONE;
  private long applied;

  /**
   * @param pass passes an entry to the generator, if the generator is in the run
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

  /**
   * Passes all entries that a majority of nodes has stored; returns whether there were any
   * parameters.
   */
  boolean apply() {
    // Entries with the same term and number have the same predecessors.
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

  /** Returns the values of a node after an entry, by path. */
  Map<String, Effective> after(long entry, Node node) {
    if (entry < values.last()) {
      values.clear();
    }
    journal.between(values.last(), entry).forEach(values::follow);
    return values.of(scope -> scope.contains(node.id(), node.labels()));
  }

  /**
   * Handles the replacement of entries; returns whether the generator already has parameters of one
   * of them.
   */
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

  /** Returns the last entry whose parameters were passed to the generator. */
  long applied() {
    return applied;
  }
}

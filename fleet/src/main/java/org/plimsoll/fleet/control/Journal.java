package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.JournalEntry.Placed;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.JournalEntry.Submitted;
import org.plimsoll.fleet.control.Participants.Participant;

/**
 * The ordered log of one run's entries. The coordinator only appends. A member replaces entries
 * that differ from its coordinator's journal. Parameter changes that later ones have replaced lose
 * their texts.
 */
final class Journal {
  private static final int PAGE = 100;

  private final List<JournalEntry> entries = new ArrayList<>();
  private final SupersededChanges superseded =
      new SupersededChanges(this::get, entry -> entries.set((int) entry.number() - 1, entry));

  /** Number of entries that end the run. */
  private int ends;

  /** Returns the number of the last entry; 0 if there is none. */
  long head() {
    return entries.size();
  }

  Term headTerm() {
    return termAt(head());
  }

  /** Returns the term of an entry; {@link Term#NONE} if there is no such entry. */
  Term termAt(long number) {
    return number >= 1 && number <= head() ? get(number).term() : Term.NONE;
  }

  JournalEntry get(long number) {
    return entries.get((int) number - 1);
  }

  List<JournalEntry> all() {
    return List.copyOf(entries);
  }

  /** Returns the entries after one number, up to and including another. */
  List<JournalEntry> between(long after, long upTo) {
    return List.copyOf(entries.subList((int) after, (int) upTo));
  }

  /**
   * Returns the entries from a number on that fit into one message; at least one if there are any.
   */
  List<JournalEntry> from(long number) {
    int first = (int) Math.max(0, Math.min(number - 1, head()));
    return Page.of(entries.subList(first, entries.size()), PAGE, entry -> entry.item().bytes());
  }

  /** Whether an entry after one number, up to another, sets parameters. */
  boolean hasChange(long after, long upTo) {
    return entries.subList((int) after, (int) upTo).stream()
        .anyMatch(entry -> entry.item() instanceof Changed);
  }

  /**
   * Whether an entry after a number sets parameters of a node that take effect before an instant.
   */
  boolean hasChangeAfter(long number, long beforeRunNanos, Participant node) {
    return entries.subList((int) Math.min(number, head()), entries.size()).stream()
        .anyMatch(entry ->
            entry.item() instanceof Changed changed
                && entry.atRunNanos() < beforeRunNanos
                && changed.scope().contains(node.node(), node.labels()));
  }

  /** Whether the run has ended, so that no entry can follow. */
  boolean hasEnded() {
    return ends > 0;
  }

  private static boolean isEnd(JournalEntry entry) {
    return entry.item() instanceof Stated stated && stated.state().isEnd();
  }

  private void add(JournalEntry entry) {
    entries.add(entry);
    superseded.added(entry);
    ends += isEnd(entry) ? 1 : 0;
  }

  /** Appends an entry that the coordinator creates. */
  JournalEntry append(Term term, long atRunNanos, JournalEntry.Item item) {
    JournalEntry entry = new JournalEntry(head() + 1, term, atRunNanos, item);
    add(entry);
    return entry;
  }

  /**
   * Adds entries of the coordinator's journal, unless the entry before them differs.
   *
   * @param before term of the entry before the first one
   */
  Accepted accept(Term before, List<JournalEntry> incoming) {
    if (incoming.isEmpty() || !termAt(incoming.getFirst().number() - 1).equals(before)) {
      return new Accepted(List.of(), List.of());
    }
    List<JournalEntry> added = new ArrayList<>();
    List<JournalEntry> dropped = new ArrayList<>();
    for (JournalEntry entry : incoming) {
      if (entry.number() > head() + 1) {
        break;
      }
      if (entry.number() <= head()) {
        if (entry.term().equals(termAt(entry.number()))) {
          continue;
        }
        List<JournalEntry> replaced = entries.subList((int) entry.number() - 1, entries.size());
        dropped.addAll(replaced);
        ends -= (int) replaced.stream().filter(Journal::isEnd).count();
        replaced.clear();
        superseded.dropped(entry.number());
      }
      add(entry);
      added.add(entry);
    }
    return new Accepted(dropped, added);
  }

  /** The replaced entries and the new entries. */
  record Accepted(List<JournalEntry> dropped, List<JournalEntry> added) {}

  /** Returns the nodes on which the run is placed; empty for all. */
  List<Scope> placed() {
    for (JournalEntry entry : entries.reversed()) {
      if (entry.item() instanceof Placed placed) {
        return placed.nodes();
      }
    }
    return submitted().policy().fleet().nodes();
  }

  /** Returns the submitted run, which is always the first entry. */
  Submitted submitted() {
    return (Submitted) get(1).item();
  }
}

package org.plimsoll.fleet.control;

import java.util.List;

/**
 * New shares that the coordinator proposes from an instant on. A member that promises it stops
 * sending its lost share at that instant, whatever follows. It starts sending its gained share only
 * when the journal confirms the move.
 *
 * @param epoch number of the proposal and of the shares; it increases
 * @param fromRunNanos first intended start to which the shares apply
 * @param journal the member must follow the journal up to this entry before it promises, so that
 *     all agree on the intended start of each operation
 * @param former the shares that these replace; from them, all generators compute the same midway
 *     bounds; empty if there are none
 * @param stragglers generators that were lost before they had acknowledged the last parameters
 */
public record Proposal(
    long epoch,
    long fromRunNanos,
    long journal,
    List<Share> shares,
    List<Share> former,
    List<Straggler> stragglers) {
  /** Copies the lists. */
  public Proposal {
    shares = List.copyOf(shares);
    former = List.copyOf(former);
    stragglers = List.copyOf(stragglers);
  }

  /** The share to withhold when a move is undone: the share that the move took away. */
  static Proposal withheld(JournalEntry entry, JournalEntry.SharesMoved moved) {
    return new Proposal(
        moved.epoch(), entry.atRunNanos(), entry.number(), moved.shares(), List.of(), List.of());
  }

  /**
   * A lost generator that may have sent operations up to {@code untilRunNanos}. Its schedule
   * contained the journal only up to {@code journal}. It may be ahead of the others if a rate was
   * lowered.
   */
  public record Straggler(long journal, long untilRunNanos) {}
}

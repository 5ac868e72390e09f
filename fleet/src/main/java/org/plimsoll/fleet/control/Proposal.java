package org.plimsoll.fleet.control;

import java.util.List;

/**
 * New shares that the coordinator proposes from an instant on. A member that promises it stops its
 * lost share at that instant in any case. It starts its gained share only when the journal confirms
 * the move.
 *
 * @param epoch number of the proposal and of the shares; grows
 * @param fromRunNanos first intended start to which the shares apply
 * @param journal the member must follow the journal up to this entry before it promises, so that
 *     all agree on the intended start of each operation
 * @param stragglers generators that were lost before they had acknowledged the last parameters
 */
public record Proposal(
    long epoch, long fromRunNanos, long journal, List<Share> shares, List<Straggler> stragglers) {
  /** Copies the lists. */
  public Proposal {
    shares = List.copyOf(shares);
    stragglers = List.copyOf(stragglers);
  }

  /**
   * A generator that may have sent operations up to {@code untilRunNanos} by a schedule that knew
   * the journal only up to {@code journal}. After a rate was lowered, it may be ahead of the
   * others.
   */
  public record Straggler(long journal, long untilRunNanos) {}
}

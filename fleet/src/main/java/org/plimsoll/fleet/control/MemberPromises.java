package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;

/**
 * The promises of a member to stop sending a lost share, and the shares that have moved since. A
 * promise stays open until shares of its epoch or a later one have moved.
 */
final class MemberPromises {
  private final String run;
  private final LocalRuns local;
  private final List<Proposal> open = new ArrayList<>();
  private long last;
  private long movedEpoch;
  private long notBeforeRunNanos = FleetMessage.UNKNOWN;

  MemberPromises(String run, LocalRuns local) {
    this.run = run;
    this.local = local;
  }

  /** Prepares to repeat the last promise to a new coordinator. */
  void newTerm() {
    last = 0;
  }

  /**
   * Makes the promise that a proposal requests; returns whether the promise is new.
   *
   * @param applied last entry whose parameters are applied
   * @param takesPart whether this node has a generator that may send the share
   */
  boolean make(Proposal proposal, long applied, boolean takesPart) {
    // A proposal may arrive after the journal entry about the move of its shares.
    boolean old = proposal.epoch() <= last || proposal.epoch() <= movedEpoch;
    if (old || applied < proposal.journal()) {
      return false;
    }
    last = proposal.epoch();
    open.add(proposal);
    notBeforeRunNanos = takesPart ? local.promise(run, proposal) : FleetMessage.UNKNOWN;
    return true;
  }

  /** Closes the promises that a move of shares fulfils. */
  void moved(SharesMoved moved) {
    open.removeIf(promise -> promise.epoch() <= moved.epoch());
    movedEpoch = moved.epoch();
  }

  /** Forgets which shares have moved, because entries of the journal are replaced. */
  void forgetMoves() {
    movedEpoch = 0;
  }

  /** Withholds a share whose move was lost with the previous coordinator. */
  void withhold(JournalEntry entry, SharesMoved moved) {
    open.add(Proposal.withheld(entry, moved));
    local.moveDropped(run, moved.epoch());
  }

  /** Returns the promises after which no shares have moved. */
  List<Proposal> open() {
    return List.copyOf(open);
  }

  /** Returns the epoch of the last promise to the current coordinator; 0 without one. */
  long last() {
    return last;
  }

  /** Returns the earliest run time at which the promised shares may move. */
  long notBeforeRunNanos() {
    return notBeforeRunNanos;
  }
}

package org.plimsoll.fleet.simulation;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;
import org.plimsoll.fleet.control.Proposal;

/** Which operations belong to one generator, by the moves and promises that it knows. */
final class SimOwnership {
  private final SimShares owners = new SimShares();
  private final SimSchedule schedule;
  private final List<Move> moves = new ArrayList<>();
  private final List<Proposal> promises = new ArrayList<>();
  private int generator = -1;

  private record Move(long from, SharesMoved shares) {}

  SimOwnership(SimSchedule schedule) {
    this.schedule = schedule;
  }

  void generator(int number) {
    generator = number;
  }

  int generator() {
    return generator;
  }

  void promise(Proposal proposal) {
    promises.add(proposal);
  }

  boolean hasPromises() {
    return !promises.isEmpty();
  }

  void moved(long fromRunNanos, SharesMoved shares) {
    moves.add(new Move(fromRunNanos, shares));
    promises.removeIf(promise -> promise.epoch() <= shares.epoch());
  }

  /** What a dropped move took away stays withheld. */
  void dropped(long epoch) {
    for (Move move : List.copyOf(moves)) {
      if (move.shares().epoch() == epoch) {
        moves.remove(move);
        promises.add(
            new Proposal(epoch, move.from(), 0, move.shares().shares(), List.of(), List.of()));
      }
    }
  }

  /** Whether this generator has to count the index, by the moves that it knows. */
  boolean owns(long index) {
    long due = schedule.intendedNanos(index);
    Move last = null;
    for (Move move : moves) {
      if (due >= move.from()) {
        last = move;
      } else if (due >= move.shares().doubtfulFromRunNanos()) {
        return false;
      }
    }
    return last != null && owners.owner(last.shares().shares(), index) == generator;
  }

  boolean isPromisedAway(long index) {
    long due = schedule.intendedNanos(index);
    return promises.stream()
        .anyMatch(
            each -> due >= each.fromRunNanos() && owners.owner(each.shares(), index) != generator);
  }
}

package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;

/**
 * Moves the shares of one run in two phases. First, every node that may hold the right to send
 * promises to stop what it loses at an instant, or its lease ends. Only then does the journal say
 * that the shares have moved, and nodes start what they gain. So no operation is sent twice, and
 * the sum of all rates never exceeds the run's.
 */
final class ShareMoves {
  private final Timings timings;
  private List<Share> shares = List.of();
  private @Nullable Proposal pending;
  private long epoch;
  private long movedEntry;
  private long movedEpoch;
  private long movedFromRunNanos;
  private long doubtfulFromRunNanos = Long.MAX_VALUE;
  private boolean formerPromise;

  ShareMoves(Timings timings) {
    this.timings = timings;
  }

  /**
   * What a move depends on.
   *
   * @param canTell whether a lease that has ended by this coordinator's clock has ended: a new
   *     coordinator may renew it without this one, which was cut off or stopped
   */
  record Situation(
      boolean canTell,
      List<Share> wanted,
      long runNanos,
      long lastChange,
      Map<String, RunBeat> beats,
      List<Holder> holders) {}

  /** A node that takes or took part, and until when it may hold the right to send. */
  record Holder(String node, int generator, boolean mayHold, long heldUntilRunNanos) {}

  /** A move that is decided. */
  record Move(long fromRunNanos, SharesMoved shares) {}

  /** The journal says that shares have moved. */
  void moved(long entry, long fromRunNanos, SharesMoved moved) {
    movedEntry = entry;
    movedFromRunNanos = fromRunNanos;
    movedEpoch = moved.epoch();
    epoch = Math.max(epoch, moved.epoch());
    shares = moved.shares();
    pending = null;
    formerPromise = false;
    doubtfulFromRunNanos = Long.MAX_VALUE;
  }

  /** A member has promised this to a former coordinator, which may have moved the shares. */
  void promisedBefore(Proposal proposal) {
    epoch = Math.max(epoch, proposal.epoch());
    if (proposal.epoch() > movedEpoch) {
      formerPromise = true;
      doubtfulFromRunNanos = Math.min(doubtfulFromRunNanos, proposal.fromRunNanos());
      if (pending != null && pending.epoch() <= epoch) {
        pending = null;
      }
    }
  }

  /** Shares from the first operation on, before anything was sent: nobody needs to promise. */
  Optional<Move> first(List<Share> wanted) {
    if (wanted.equals(shares) && !formerPromise) {
      return Optional.empty();
    }
    return Optional.of(new Move(0, new SharesMoved(epoch + 1, wanted, doubtfulFromRunNanos)));
  }

  /** Proposes what is wanted, and returns the move when nobody can object any more. */
  Optional<Move> step(Situation now) {
    boolean settled = now.wanted().equals(shares) && !formerPromise;
    if (pending == null && (settled || now.wanted().isEmpty())) {
      return Optional.empty();
    }
    if (pending == null || !(pending.shares().equals(now.wanted()) || now.wanted().isEmpty())) {
      propose(now, now.runNanos() + timings.moveNanos());
      return Optional.empty();
    }
    Proposal proposal = pending;
    boolean promised =
        now.holders().stream()
            .allMatch(each ->
                (!each.mayHold() && now.canTell())
                    || promises(now.beats().get(each.node()), proposal));
    if (!promised) {
      return Optional.empty();
    }
    long notBefore =
        now.beats().values().stream()
            .filter(beat -> promises(beat, proposal))
            .mapToLong(RunBeat::notBeforeRunNanos)
            .max()
            .orElse(FleetMessage.UNKNOWN);
    // Who has not promised may have sent what it owned until its lease ended.
    for (Holder each : now.holders()) {
      boolean sent = shares.stream().anyMatch(share -> share.generator() == each.generator());
      if (sent && !promises(now.beats().get(each.node()), proposal)) {
        notBefore = Math.max(notBefore, each.heldUntilRunNanos());
      }
    }
    if (notBefore > proposal.fromRunNanos()) {
      propose(now, Math.max(notBefore, now.runNanos() + timings.moveNanos()));
      return Optional.empty();
    }
    // If everybody has told, nobody can have seen a move of the former coordinator.
    boolean allTold =
        now.holders().stream().allMatch(each -> promises(now.beats().get(each.node()), proposal));
    long doubtful = allTold ? Long.MAX_VALUE : doubtfulFromRunNanos;
    return Optional.of(
        new Move(
            proposal.fromRunNanos(),
            new SharesMoved(proposal.epoch(), proposal.shares(), doubtful)));
  }

  /** Whether a node's beat shows that it has what it needs to send. */
  boolean upToDate(RunBeat beat, Journal journal) {
    boolean follows = journal.termAt(beat.journal()).equals(beat.journalTerm());
    return follows && beat.journal() >= movedEntry && (pending == null || promises(beat, pending));
  }

  /** No change may take effect before this instant: promises depend on when operations are due. */
  long noChangeBeforeRunNanos() {
    return pending == null ? Long.MIN_VALUE : pending.fromRunNanos();
  }

  List<Proposal> proposals() {
    return pending == null ? List.of() : List.of(pending);
  }

  List<Share> shares() {
    return shares;
  }

  /** The instant from which on the shares apply. */
  long movedFromRunNanos() {
    return movedFromRunNanos;
  }

  /** From when on operations may be withheld by promises of which nobody knows the outcome. */
  long doubtfulFromRunNanos() {
    return doubtfulFromRunNanos;
  }

  long movedEpoch() {
    return movedEpoch;
  }

  long movedEntry() {
    return movedEntry;
  }

  /** Whether a generator has a share, also in a proposal. */
  boolean has(int generator) {
    Predicate<Share> same = share -> share.generator() == generator;
    return shares.stream().anyMatch(same)
        || (pending != null && pending.shares().stream().anyMatch(same));
  }

  private void propose(Situation now, long fromRunNanos) {
    List<Proposal.Straggler> stragglers =
        now.holders().stream()
            .filter(each -> !each.mayHold() && has(each.generator()))
            .map(each -> straggler(each, now))
            .filter(each -> each.journal() < now.lastChange())
            .toList();
    // The instants of moves are in the order of their epochs, so that the last one decides.
    long from = Math.max(Math.max(0, movedFromRunNanos), fromRunNanos);
    epoch++;
    pending = new Proposal(epoch, from, now.lastChange(), now.wanted(), stragglers);
  }

  private static Proposal.Straggler straggler(Holder holder, Situation now) {
    RunBeat last = now.beats().get(holder.node());
    return new Proposal.Straggler(last == null ? 0 : last.applied(), holder.heldUntilRunNanos());
  }

  private static boolean promises(@Nullable RunBeat beat, Proposal proposal) {
    return beat != null && beat.promised() == proposal.epoch();
  }
}

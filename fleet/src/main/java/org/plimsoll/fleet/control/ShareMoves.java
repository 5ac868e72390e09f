package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;

/**
 * Moves shares of a run in two phases. First, every node that may hold the right to send either
 * promises to stop sending its lost share at an instant, or its lease ends. Only then does the
 * journal confirm the move, and the nodes start sending their gained shares. So no operation is
 * sent twice, and the sum of all rates never exceeds the rate of the run.
 */
final class ShareMoves {
  /**
   * Maximum number of epochs of one coordinator. Each has its own range of numbers, since another
   * one that was cut off may have proposed shares that are unknown to this one.
   */
  private static final long EPOCHS_MAX = 1L << 32;

  private final Timings timings;
  private List<Share> shares = List.of();
  private @Nullable Proposal pending;

  /** The stragglers of the pending proposal, by generator. */
  private Set<Integer> stragglers = Set.of();

  private long epoch;
  private long movedEntry;
  private long movedEpoch;
  private long movedFromRunNanos;
  private long doubtfulFromRunNanos = Long.MAX_VALUE;
  private boolean formerPromise;

  ShareMoves(Timings timings, Term term) {
    this.timings = timings;
    this.epoch = (term.number() - 1) * EPOCHS_MAX;
  }

  /**
   * The conditions for a move.
   *
   * @param canTell whether a lease that has ended by this coordinator's clock has really ended; if
   *     this coordinator was disconnected or paused, a new one may have renewed the lease
   */
  record Situation(
      boolean canTell,
      List<Share> wanted,
      long runNanos,
      long lastChange,
      Map<String, RunBeat> beats,
      List<Holder> holders) {}

  /** A current or former node of the run, with the end of its lease. */
  record Holder(String node, int generator, boolean mayHold, long heldUntilRunNanos) {}

  /** A move that was decided. */
  record Move(long fromRunNanos, SharesMoved shares) {}

  /** Records a move that is in the journal. */
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

  /** Records a promise to the previous coordinator, which may have moved the shares. */
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

  /** Returns the first shares. They need no promises, because no operation was sent before. */
  Optional<Move> first(List<Share> wanted) {
    if (wanted.equals(shares) && !formerPromise) {
      return Optional.empty();
    }
    return Optional.of(new Move(0, new SharesMoved(epoch + 1, wanted, doubtfulFromRunNanos)));
  }

  /**
   * Proposes the wanted shares; returns the move when all nodes have promised or their leases have
   * ended.
   */
  Optional<Move> step(Situation now) {
    boolean settled = now.wanted().equals(shares) && !formerPromise;
    if (pending == null && (settled || now.wanted().isEmpty())) {
      return Optional.empty();
    }
    if (pending == null || !(pending.shares().equals(now.wanted()) || now.wanted().isEmpty())) {
      long in = allSend(now) ? timings.handOverNanos() : timings.moveNanos();
      propose(now, now.runNanos() + in);
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
    // A node that has not promised may have sent operations that it owned until its lease ended.
    for (Holder each : now.holders()) {
      boolean sent = shares.stream().anyMatch(share -> share.generator() == each.generator());
      if (sent && !promises(now.beats().get(each.node()), proposal)) {
        notBefore = Math.max(notBefore, each.heldUntilRunNanos());
      }
    }
    // A generator that was lost since the proposal may be ahead of the others.
    boolean isAhead =
        stragglers(now, proposal.journal()).stream()
            .anyMatch(each -> !stragglers.contains(each.generator()));
    if (isAhead || notBefore > proposal.fromRunNanos()) {
      propose(now, Math.max(notBefore, now.runNanos() + timings.moveNanos()));
      return Optional.empty();
    }
    // If all nodes have reported, no node can have seen a move by the previous coordinator.
    boolean allTold =
        now.holders().stream().allMatch(each -> promises(now.beats().get(each.node()), proposal));
    long doubtful = allTold ? Long.MAX_VALUE : doubtfulFromRunNanos;
    return Optional.of(
        new Move(
            proposal.fromRunNanos(),
            new SharesMoved(proposal.epoch(), proposal.shares(), doubtful)));
  }

  /** Whether each generator with a share sends, as far as is known. */
  private boolean allSend(Situation now) {
    return shares.stream()
        .allMatch(share ->
            now.holders().stream()
                .filter(each -> each.generator() == share.generator() && each.mayHold())
                .map(each -> now.beats().get(each.node()))
                .anyMatch(beat -> beat != null && beat.state() == MemberState.RUNNING));
  }

  /** Whether a node's heartbeat confirms all entries that it needs before it may send. */
  boolean upToDate(RunBeat beat, Journal journal) {
    boolean follows = journal.termAt(beat.journal()).equals(beat.journalTerm());
    return follows && beat.journal() >= movedEntry && (pending == null || promises(beat, pending));
  }

  /**
   * Returns the earliest instant at which a change may take effect. Promises depend on the schedule
   * before this instant, also after their move was confirmed: a node that hears late of a change
   * sends what the former schedule has before the instant.
   */
  long noChangeBeforeRunNanos() {
    return pending == null
        ? movedFromRunNanos
        : Math.max(movedFromRunNanos, pending.fromRunNanos());
  }

  List<Proposal> proposals() {
    return pending == null ? List.of() : List.of(pending);
  }

  List<Share> shares() {
    return shares;
  }

  /** Returns the instant from which the current shares apply. */
  long movedFromRunNanos() {
    return movedFromRunNanos;
  }

  /**
   * Returns the instant from which operations may be withheld because of promises with an unknown
   * outcome.
   */
  long doubtfulFromRunNanos() {
    return doubtfulFromRunNanos;
  }

  long movedEpoch() {
    return movedEpoch;
  }

  long movedEntry() {
    return movedEntry;
  }

  /** Whether a generator has a share, or would get one by a proposal. */
  boolean has(int generator) {
    Predicate<Share> same = share -> share.generator() == generator;
    return shares.stream().anyMatch(same)
        || (pending != null && pending.shares().stream().anyMatch(same));
  }

  private void propose(Situation now, long fromRunNanos) {
    List<Holder> lost = stragglers(now, now.lastChange());
    stragglers = lost.stream().map(Holder::generator).collect(Collectors.toUnmodifiableSet());
    // The instants of moves have the same order as their epochs, so the last one decides.
    long from = Math.max(Math.max(0, movedFromRunNanos), fromRunNanos);
    epoch++;
    pending =
        new Proposal(
            epoch,
            from,
            now.lastChange(),
            now.wanted(),
            shares,
            lost.stream()
                .map(each -> new Proposal.Straggler(applied(each, now), each.heldUntilRunNanos()))
                .toList());
  }

  /** Returns the generators that were lost before they had acknowledged an entry. */
  private List<Holder> stragglers(Situation now, long journal) {
    return now.holders().stream()
        .filter(each -> !each.mayHold() && has(each.generator()) && applied(each, now) < journal)
        .toList();
  }

  private static long applied(Holder holder, Situation now) {
    RunBeat last = now.beats().get(holder.node());
    return last == null ? 0 : last.applied();
  }

  private static boolean promises(@Nullable RunBeat beat, Proposal proposal) {
    return beat != null && beat.promised() == proposal.epoch();
  }
}

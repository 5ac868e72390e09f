package org.plimsoll.fleet.control;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;
import org.plimsoll.fleet.control.JournalEntry.Leaving;
import org.plimsoll.fleet.control.JournalEntry.Left;
import org.plimsoll.fleet.control.JournalEntry.Noted;
import org.plimsoll.fleet.control.JournalEntry.Started;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.Participants.Participant;

/** The life cycle of a run, from its preparation to its end. */
final class RunLife {
  /** Number of leases for which a run without nodes is kept. */
  private static final int DESERTED_LEASES = 5;

  /** The note about a node that ended before it received the last change. */
  static final String MISSED =
      "ended before the last change reached it, so the operations of that change are not counted";

  private static final String LOST =
      "most nodes were lost, so the number of operations that they sent is unknown";

  private final RunBook book;
  private final Roster roster;
  private boolean skewNoted;
  private long desertedNanos = Long.MAX_VALUE;

  RunLife(RunBook book, Roster roster) {
    this.book = book;
    this.roster = roster;
    // A new coordinator does not know when the other nodes started.
    this.skewNoted = !book.zero().isFirstTerm();
  }

  /** Enters the next state if its condition is met. */
  void step(long nowNanos) {
    if (!book.knowsAll() && !hasStarted()) {
      book.append(new Stated(RunState.FAILED, LOST), nowNanos);
    }
    String unable = hasStarted() ? null : failure(Leaving.CANNOT_START);
    if (unable != null) {
      book.append(new Stated(RunState.FAILED, unable), nowNanos);
    }
    switch (book.state()) {
      case PREPARING -> {
        if (allActive(book::isReady) && book.isCertain(nowNanos) && firstShares(nowNanos)) {
          if (!book.fill().complete()) {
            book.append(new Stated(RunState.FILLING, ""), nowNanos);
          } else if (allActive(book::isAtStart)) {
            start(nowNanos);
          }
        }
      }
      case FILLING -> {
        if (book.isCertain(nowNanos)) {
          firstShares(nowNanos);
        }
        if (book.fill().complete() && allActive(book::isAtStart) && book.isCertain(nowNanos)) {
          start(nowNanos);
        }
      }
      case RUNNING -> {
        noteSkew(nowNanos);
        String failure = failure(Leaving.FAILED);
        if (book.zero().isUnknown()) {
          startAgain(nowNanos);
        } else if (!book.knowsAll()) {
          book.drain(LOST, nowNanos);
        } else if (haveEnded(nowNanos)) {
          book.drainEnded(nowNanos);
        } else if (failure != null) {
          book.append(new Stated(RunState.FAILED, failure), nowNanos);
        } else if (isDeserted(nowNanos)) {
          book.drain("no node is left", nowNanos);
        }
      }
      case DRAINING -> {
        boolean over =
            book.participants().all().stream()
                .filter(each -> each.active() || deliversStill(each, nowNanos))
                .filter(each -> !hasNotStarted(each))
                .allMatch(this::isOver);
        if (over && hasFormer(nowNanos)) {
          noteMissed(nowNanos);
          book.append(
              new Stated(RunState.FINISHED, "", Long.MAX_VALUE, book.stream().last()), nowNanos);
        }
      }
      case FINISHED, FAILED, KILLED -> {
        // This is a final state.
      }
    }
  }

  private boolean hasStarted() {
    return book.state() != RunState.PREPARING && book.state() != RunState.FILLING;
  }

  /** Records, once, the time between the first and the last start of the ready generators. */
  private void noteSkew(long nowNanos) {
    List<Participant> first =
        book.participants().active().stream()
            .filter(each -> book.moves().has(each.generator()))
            .toList();
    List<RunBeat> starts =
        first.stream()
            .map(each -> book.beats().get(each.node()))
            .filter(beat -> beat != null && beat.state() == MemberState.RUNNING)
            .toList();
    boolean all = !first.isEmpty() && starts.size() == first.size();
    if (skewNoted
        || !all
        || starts.stream().anyMatch(beat -> beat.startedNanos() == FleetMessage.UNKNOWN)) {
      return;
    }
    skewNoted = true;
    LongSummaryStatistics instants =
        starts.stream().mapToLong(RunBeat::startedNanos).summaryStatistics();
    long error = starts.stream().mapToLong(RunBeat::startedErrorNanos).max().orElse(0);
    book.append(new Started(instants.getMax() - instants.getMin(), 2 * error), nowNanos);
  }

  /** Chooses run time 0 when a majority of nodes has stored the start, and again if it was lost. */
  private void startAgain(long nowNanos) {
    if (book.isOwnStart()) {
      if (book.known() >= book.zero().entry()) {
        book.zero().choose(nowNanos);
        book.markChanged(true);
      }
      return;
    }
    List<String> knew =
        book.participants().all().stream()
            .filter(each -> book.moves().has(each.generator()))
            .map(Participant::node)
            .toList();
    boolean isAwaited =
        knew.stream()
            .anyMatch(id -> !book.beats().containsKey(id) && book.members().heard(id, nowNanos));
    if (knew.stream().allMatch(book.beats()::containsKey) && allActive(book::isReady)) {
      start(nowNanos);
    } else if (!isAwaited && !book.members().inDoubt(nowNanos)) {
      String reason = "all nodes that knew the run's time were lost";
      book.append(new Stated(RunState.FAILED, reason), nowNanos);
    }
  }

  /**
   * Returns the reason why the last node left, if it had failed or could not start. Null if a node
   * is in the run, or a lost node may return to a run that has not started. Also null if no node
   * has left for such a reason.
   */
  private @Nullable String failure(Leaving why) {
    boolean isAwaited =
        why == Leaving.CANNOT_START
            && book.participants().all().stream().anyMatch(each -> each.left() == Leaving.LOST);
    if (!book.participants().active().isEmpty() || isAwaited) {
      return null;
    }
    for (JournalEntry entry : book.journal().all().reversed()) {
      if (entry.item() instanceof Left left && left.why() == why) {
        String name = requireNonNull(book.participants().find(left.node())).name();
        return name + (why == Leaving.FAILED ? " has failed: " : " cannot start: ") + left.reason();
      }
    }
    return null;
  }

  /**
   * Whether all nodes have stopped sending: at least one node has ended, and no other node is
   * reachable.
   */
  private boolean haveEnded(long nowNanos) {
    List<MemberState> states =
        book.participants().active().stream()
            .filter(each -> !hasNotStarted(each))
            .map(Participant::node)
            .filter(
                id -> book.members().heard(id, nowNanos) || book.members().mayHold(id, nowNanos))
            .map(book::stateOf)
            .toList();
    return !states.isEmpty() && states.stream().allMatch(MemberState::hasEnded);
  }

  /** Whether no node could send for so long that the run ends. */
  private boolean isDeserted(long nowNanos) {
    boolean anybody =
        book.participants().active().stream()
            .map(Participant::node)
            .anyMatch(
                id -> book.members().heard(id, nowNanos) || book.members().mayHold(id, nowNanos));
    if (anybody || !book.members().canTellLosses(nowNanos)) {
      desertedNanos = Long.MAX_VALUE;
    } else if (desertedNanos == Long.MAX_VALUE) {
      desertedNanos = nowNanos;
    }
    return desertedNanos != Long.MAX_VALUE
        && nowNanos - desertedNanos > DESERTED_LEASES * book.timings().leaseNanos();
  }

  /** Records nodes that ended within their lease, but before they received the last change. */
  private void noteMissed(long nowNanos) {
    List<Participant> ended =
        book.participants().active().stream()
            .filter(each -> endedRunNanos(each) != FleetMessage.UNKNOWN)
            .toList();
    // No node has ended before the end of the schedule, and later changes affect no operation.
    long endRunNanos =
        ended.stream().mapToLong(this::endedRunNanos).min().orElse(FleetMessage.UNKNOWN);
    for (Participant each : ended) {
      RunBeat beat = book.beats().get(each.node());
      boolean missed =
          beat != null && book.journal().hasChangeAfter(beat.endedEntry(), endRunNanos, each);
      if (missed) {
        book.append(new Noted(each.node(), MISSED), nowNanos);
      }
    }
  }

  private long endedRunNanos(Participant each) {
    RunBeat beat = book.beats().get(each.node());
    return beat == null ? FleetMessage.UNKNOWN : beat.endedRunNanos();
  }

  private boolean allActive(Predicate<String> is) {
    List<Participant> active = book.participants().active();
    return !active.isEmpty() && active.stream().map(Participant::node).allMatch(is);
  }

  /** Whether a node that joined late has sent nothing, so that the end does not wait for it. */
  private boolean hasNotStarted(Participant each) {
    MemberState state = book.stateOf(each.node());
    return (state == MemberState.PREPARING || state == MemberState.READY)
        && !book.moves().has(each.generator());
  }

  /** Whether a node that has left the run may still deliver results. */
  private boolean deliversStill(Participant each, long nowNanos) {
    boolean measured = each.left() == Leaving.DRAINED || each.left() == Leaving.FAILED;
    return measured && book.members().heard(each.node(), nowNanos);
  }

  /** Whether the results of removed nodes that joined again have arrived. */
  private boolean hasFormer(long nowNanos) {
    return book.beats().entrySet().stream()
        .filter(each -> book.members().heard(each.getKey(), nowNanos))
        .flatMap(each -> each.getValue().delivers().stream())
        .allMatch(each -> book.stream().covers(each.generator(), each.number()));
  }

  private boolean isOver(Participant each) {
    RunBeat beat = book.beats().get(each.node());
    return beat != null
        && beat.state().hasEnded()
        && book.stream().covers(each.generator(), beat.seconds());
  }

  /**
   * Starts the run when a majority of nodes has stored the start, so that any new coordinator knows
   * about it.
   */
  private void start(long nowNanos) {
    book.append(new Stated(RunState.RUNNING, ""), nowNanos);
  }

  /** Assigns the first shares before any operation is sent; returns whether there are any. */
  private boolean firstShares(long nowNanos) {
    List<Share> wanted = roster.wanted();
    if (!wanted.isEmpty()) {
      book.moves().first(wanted).ifPresent(move -> book.append(move.shares(), 0, nowNanos));
    }
    return !book.moves().shares().isEmpty();
  }
}

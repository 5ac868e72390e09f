package org.plimsoll.fleet.control;

import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;
import org.plimsoll.fleet.control.Participants.Participant;

/** Grants the ranges of a run's fills to nodes, before and during the load. */
final class RunFills {
  private final RunBook book;

  RunFills(RunBook book) {
    this.book = book;
  }

  /** Returns why a fill cannot be opened; empty if it can. */
  String refusal(Command.Fill fill) {
    return book.mayFill(fill.startedBy()) ? "" : "fill: has ended";
  }

  /** Returns the reason why a fill cannot be started or ended; empty if it can. */
  String refusal(Command.SwitchFill fill) {
    if (!fill.isOn()) {
      return "";
    }
    if (book.state() != RunState.RUNNING) {
      return "fill: can start during the load only";
    }
    return book.filling() == null ? "" : "fill: is already in progress";
  }

  /** Whether the fill to end has already ended. */
  boolean hasEnded(Command.SwitchFill fill) {
    boolean before = book.state() == RunState.PREPARING || book.state() == RunState.FILLING;
    RunBook.@Nullable Filling now = book.filling();
    return !before
        && (now == null || (fill.startedBy() != 0 && fill.startedBy() != now.startedBy()));
  }

  /** Grants ranges to nodes whose joining all other nodes have stored in their journal. */
  void grant(long nowNanos) {
    boolean isDuring = book.state() == RunState.RUNNING && book.filling() != null;
    if ((book.state() != RunState.FILLING && !isDuring)
        || !allKnow(nowNanos)
        || !book.mostKnowFills()
        || !book.isCertain(nowNanos)) {
      return;
    }
    if (isDuring) {
      book.participants().all().forEach(each -> release(each, nowNanos));
    }
    for (Participant each : book.participants().active()) {
      RunBeat beat = book.beats().get(each.node());
      boolean wants =
          beat != null && beat.fillWanted() && book.members().heard(each.node(), nowNanos);
      if (wants && writes(each) && book.moves().has(each.generator())) {
        book.markChanged(book.fill().grant(each.node()));
      }
    }
  }

  /** Whether the node takes part in the fill. All nodes take part in a fill before the load. */
  private boolean writes(Participant each) {
    RunBook.@Nullable Filling now = book.filling();
    return now == null || now.scope().contains(each.node(), each.labels());
  }

  /** Takes back the ranges of a node that no longer takes part. */
  private void release(Participant each, long nowNanos) {
    boolean hasEnded = !each.active() && book.stateOf(each.node()).hasEnded();
    if (hasEnded || book.members().isLost(each.node(), nowNanos)) {
      book.fill().lost(each.node());
    }
  }

  private boolean allKnow(long nowNanos) {
    return book.participants().active().stream()
        .filter(each -> book.members().mayHold(each.node(), nowNanos))
        .map(each -> book.beats().get(each.node()))
        .allMatch(beat -> beat != null && beat.journal() >= book.moves().movedEntry());
  }
}

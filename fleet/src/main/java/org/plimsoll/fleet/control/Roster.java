package org.plimsoll.fleet.control;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.share.KeptBounds;
import org.plimsoll.engine.spec.FleetSpec;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;
import org.plimsoll.fleet.control.JournalEntry.Joined;
import org.plimsoll.fleet.control.JournalEntry.Leaving;
import org.plimsoll.fleet.control.JournalEntry.Left;
import org.plimsoll.fleet.control.JournalEntry.Noted;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.Participants.Participant;

/** Decides which nodes are in a run, and which shares they have. */
final class Roster {
  /** The note about a node whose share no other node sends, with the reason. */
  static final String DEGRADED = "sends nothing, and no other node sends its share: %s";

  private final RunBook book;
  private final Set<String> degraded = new HashSet<>();
  private final Map<String, Integer> reportedGenerators = new TreeMap<>();
  private KeptBounds grown = KeptBounds.NONE;

  Roster(RunBook book) {
    this.book = book;
  }

  /** Receives the number that a node had under the previous coordinator. */
  void reported(String node, int generator) {
    reportedGenerators.put(node, generator);
  }

  /** Removes nodes that cannot start, have failed or are lost, and applies the policy. */
  void lose(long nowNanos) {
    for (Participant each : book.participants().active()) {
      RunBeat beat = book.beats().get(each.node());
      if (beat != null && beat.state() == MemberState.CANNOT_START) {
        cannotStart(each, beat.reason(), nowNanos);
      } else if (beat != null && beat.state() == MemberState.FAILED) {
        lost(each, Leaving.FAILED, beat.reason(), nowNanos);
      } else if (book.members().isLost(each.node(), nowNanos)) {
        lost(each, Leaving.LOST, "sent no heartbeat within its lease", nowNanos);
      } else {
        degraded.remove(each.node());
      }
    }
  }

  private void cannotStart(Participant each, String reason, long nowNanos) {
    boolean started = book.state() == RunState.RUNNING || book.state() == RunState.DRAINING;
    book.append(new Left(each.node(), Leaving.CANNOT_START, reason), nowNanos);
    if (!started && policy().cannotStart() == FleetSpec.CannotStart.STOP) {
      book.append(new Stated(RunState.FAILED, each.name() + " cannot start: " + reason), nowNanos);
    }
  }

  /** Removes a node that has stopped sending, and applies the policy. */
  private void lost(Participant each, Leaving why, String reason, long nowNanos) {
    FleetSpec.Loss loss = policy().loss();
    boolean runs = book.state() == RunState.RUNNING;
    if (runs && loss == FleetSpec.Loss.DEGRADE) {
      if (degraded.add(each.node())) {
        book.append(new Noted(each.node(), DEGRADED.formatted(reason)), nowNanos);
      }
      return;
    }
    book.fill().lost(each.node());
    book.append(new Left(each.node(), why, reason), nowNanos);
    if (runs && loss == FleetSpec.Loss.STOP) {
      book.drain(
          each.name() + (why == Leaving.FAILED ? " has failed: " + reason : " was lost"), nowNanos);
    }
  }

  private FleetSpec policy() {
    return book.journal().submitted().policy().fleet();
  }

  /** Adds the nodes that can join and are selected. */
  void join(long nowNanos) {
    if (book.state() == RunState.DRAINING || book.state().isEnd()) {
      return;
    }
    for (Members.Seen each : book.members().all()) {
      Participant before = book.participants().find(each.id());
      boolean returns = before == null || before.left() == Leaving.LOST;
      MemberState state = book.stateOf(each.id());
      boolean able = state == MemberState.FOLLOWING || state.takesPart();
      if (returns && able && isPlaced(each) && book.members().heard(each.id(), nowNanos)) {
        int reported = reportedGenerators.getOrDefault(each.id(), -1);
        book.append(
            new Joined(
                each.id(),
                book.participants().number(each.id(), reported),
                each.weight(),
                each.labels()),
            nowNanos);
      }
    }
  }

  /** Sets the weight of the nodes with an id, an address or a name. */
  void weigh(String node, int weight, long nowNanos) {
    for (Members.Seen each : book.members().named(node)) {
      Participant its = book.participants().find(each.id());
      if (!book.state().isEnd() && its != null && its.active() && its.weight() != weight) {
        book.append(new Joined(its.node(), its.generator(), weight, its.labels()), nowNanos);
      }
    }
  }

  /** Returns why the run cannot be moved to the given nodes; empty if it can. */
  String refusal(List<Scope> nodes) {
    if (book.state().isEnd()) {
      return "The run has ended.";
    }
    return refusal(nodes, book.members());
  }

  /** Returns why a run cannot be placed on the given nodes; empty if it can. */
  static String refusal(List<Scope> nodes, Members members) {
    boolean hasNode =
        members.all().stream()
            .filter(each -> each.takesPart() && !each.draining())
            .anyMatch(each -> FleetSpec.isPlaced(nodes, each.id(), each.labels()));
    return hasNode
        ? ""
        : "place: must contain a node of the fleet, was '"
            + nodes.stream().map(Scope::text).collect(Collectors.joining(", "))
            + "'";
  }

  private boolean isPlaced(Members.Seen member) {
    return member.takesPart()
        && !member.draining()
        && FleetSpec.isPlaced(book.placed(), member.id(), member.labels());
  }

  /** Returns the intended shares of the ready nodes. */
  List<Share> wanted() {
    List<Participant> active = book.participants().active();
    // An ended node cannot take a larger share, so the others keep theirs.
    if (active.stream().anyMatch(each -> book.stateOf(each.node()) == MemberState.ENDED)) {
      return book.moves().shares();
    }
    Predicate<Participant> ready =
        each -> book.moves().has(each.generator()) || book.canTakeShare(each.node());
    List<Participant> staying = active.stream().filter(each -> !isLeaving(each)).toList();
    boolean canLeave = !staying.isEmpty() && staying.stream().allMatch(ready);
    return active.stream()
        .filter(ready)
        .filter(each -> !isLeaving(each) || !canLeave)
        .sorted(Comparator.comparingInt(Participant::generator))
        .map(each -> new Share(each.generator(), each.weight()))
        .toList();
  }

  /** The latest epochs whose bounds all generators that may send obey. */
  KeptBounds grown() {
    return grown;
  }

  /** Whether generators may use larger limits than at the last call. */
  boolean grows(long nowNanos) {
    long moved = book.moves().movedEpoch();
    boolean midway = true;
    boolean whole = true;
    for (Participant each : book.participants().all()) {
      RunBeat beat = book.beats().get(each.node());
      boolean holds = book.members().mayHold(each.node(), nowNanos);
      if (holds && (beat == null || beat.state().takesPart())) {
        KeptBounds kept = beat == null ? KeptBounds.NONE : beat.settled();
        midway &= kept.meetMidwayOf(moved);
        whole &= kept.whole() >= moved;
      }
    }
    KeptBounds before = grown;
    grown = new KeptBounds(midway ? moved : 0, whole ? moved : 0);
    return grown.areBeyond(before);
  }

  /** Whether the node must hand over its share. */
  boolean isLeaving(Participant each) {
    Members.@Nullable Seen member = book.members().find(each.node());
    boolean drained = member != null && member.draining();
    return drained || !FleetSpec.isPlaced(book.placed(), each.node(), each.labels());
  }
}

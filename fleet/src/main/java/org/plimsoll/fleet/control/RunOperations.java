package org.plimsoll.fleet.control;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.spec.FleetSpec;
import org.plimsoll.fleet.control.FleetMessage.OperationBeat;
import org.plimsoll.fleet.control.FleetMessage.OperationOrder;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;
import org.plimsoll.fleet.control.FleetMessage.RunReport;
import org.plimsoll.fleet.control.Participants.Participant;

/** Grants the operations of a run's measurement to nodes, in ranges. */
final class RunOperations {
  private final RunBook book;

  /** Lost nodes whose share of the iteration is not sent. */
  private final Set<String> givenUp = new HashSet<>();

  private long iterationEnd;

  RunOperations(RunBook book) {
    this.book = book;
  }

  /** Continues the grants of the previous coordinator. */
  void takeOver(Map<String, RunReport> reports) {
    Map<String, List<FillRange>> held = new TreeMap<>();
    List<FillRange> used =
        reports.values().stream().flatMap(each -> each.operationsUsed().stream()).toList();
    long limit = reports.values().stream().mapToLong(RunReport::operationsKnown).max().orElse(0);
    reports.forEach((node, report) -> held.put(node, report.operationsHeld()));
    boolean allHeard =
        book.participants().all().stream().allMatch(each -> reports.containsKey(each.node()));
    book.operations().restore(used, held, limit, allHeard);
  }

  /** Receives the report of a node after the take-over. */
  void reported(String node, RunReport report, long nowNanos) {
    book.operations().heldSince(node, report.operationsHeld());
    book.operations().used(node, report.operationsUsed(), nowNanos);
  }

  void beat(String node, OperationBeat beat, long nowNanos) {
    book.operations().used(node, beat.used(), nowNanos);
    book.operations().returned(node, beat.returned());
  }

  /** Grants ranges to the nodes that request them. */
  void grant(long nowNanos) {
    OperationGrants grants = book.operations();
    if (!grants.isOpen() || !book.mostKnowOperations()) {
      return;
    }
    if (grants.end() > iterationEnd) {
      iterationEnd = grants.end();
      givenUp.clear();
    }
    grants.known(knownToMost());
    List<Participant> active = book.participants().active();
    active.forEach(each -> giveUp(each, active, nowNanos));
    for (Participant each : active) {
      RunBeat beat = book.beats().get(each.node());
      if (beat != null
          && beat.operations().wanted() == grants.end()
          && book.members().heard(each.node(), nowNanos)) {
        book.markChanged(grants.grant(each.node(), active.size(), nowNanos));
      }
    }
    book.markChanged(grants.propose());
  }

  /** Returns the highest limit that a majority of nodes has stored. */
  private long knownToMost() {
    List<Long> known =
        book.members().all().stream()
            .map(each -> book.beats().get(each.id()))
            .map(beat -> beat == null ? 0L : beat.operations().known())
            .sorted(Comparator.reverseOrder())
            .toList();
    return known.isEmpty() ? 0 : known.get(known.size() / 2);
  }

  /** Drops the share of a lost node, if the policy requires it. */
  private void giveUp(Participant each, List<Participant> active, long nowNanos) {
    if (isGone(each, nowNanos)
        && book.journal().submitted().policy().fleet().loss() == FleetSpec.Loss.DEGRADE
        && givenUp.add(each.node())) {
      int all =
          active.stream()
              .filter(other -> other == each || !givenUp.contains(other.node()))
              .mapToInt(Participant::weight)
              .sum();
      book.operations().giveUp((double) each.weight() / all);
    }
  }

  private boolean isGone(Participant each, long nowNanos) {
    return book.stateOf(each.node()) == MemberState.FAILED
        || book.members().isLost(each.node(), nowNanos);
  }

  OperationOrder order(String node) {
    OperationGrants grants = book.operations();
    return new OperationOrder(
        grants.held(node),
        grants.used(),
        grants.proposed(),
        grants.isAllGranted() && !isAwaited() ? grants.end() : grants.first());
  }

  /** Whether a leaving or ended node may still return ranges. */
  private boolean isAwaited() {
    return book.participants().active().stream()
        .filter(each -> !book.operations().held(each.node()).isEmpty())
        .anyMatch(each ->
            !book.moves().has(each.generator()) || book.stateOf(each.node()) == MemberState.ENDED);
  }
}

package org.plimsoll.fleet.simulation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.plimsoll.fleet.simulation.SimFleet.MILLI;
import static org.plimsoll.fleet.simulation.SimFleet.SECOND;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.spec.FleetSpec;
import org.plimsoll.engine.spec.FleetSpec.CannotStart;
import org.plimsoll.engine.spec.FleetSpec.Loss;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;
import org.plimsoll.fleet.control.LocalRuns.Effective;
import org.plimsoll.fleet.control.RunPolicy;
import org.plimsoll.fleet.control.RunState;
import org.plimsoll.fleet.control.Share;
import org.plimsoll.fleet.control.StreamItem;
import org.plimsoll.fleet.control.Timings;

/** Single faults on a network without disturbances, with the bounds that the fleet promises. */
class ScenariosTest {
  private static final long LEASE = Timings.STANDARD.leaseNanos();

  private SimFleet fleet = fleet(policy(Loss.REDISTRIBUTE, 0), 4);

  @Test
  void togetherTheySendWhatOneWouldSendAtTheSameTimes() {
    submitAndRunTo(60);
    SimGenerator one = node("n0").generator();
    List<SimTarget.Sent> sent = fleet.target().sent();
    assertThat(sent).hasSize(30 * 100);
    for (int i = 0; i < sent.size(); i++) {
      long intended = one.trueZeroNanos() + one.schedule().intendedNanos(sent.get(i).index());
      assertThat(sent.get(i).nanos() - intended).isBetween(-10 * MILLI, 10 * MILLI);
    }
    assertThat(sent.stream().map(SimTarget.Sent::index).distinct()).hasSize(30 * 100);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    new Invariants(fleet).check();
  }

  @Test
  void allStartWithinTenMilliseconds() {
    submitAndRunTo(10);
    List<Long> starts =
        fleet.nodes().stream().map(each -> each.generator().trueZeroNanos()).toList();
    long first = starts.stream().mapToLong(each -> each).min().orElseThrow();
    long last = starts.stream().mapToLong(each -> each).max().orElseThrow();
    assertThat(last - first).isLessThanOrEqualTo(10 * MILLI);
    JournalEntry.Started started =
        journal().stream()
            .map(JournalEntry::item)
            .filter(JournalEntry.Started.class::isInstance)
            .map(JournalEntry.Started.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(started.skewNanos()).isLessThanOrEqualTo(10 * MILLI);
    assertThat(last - first)
        .isLessThanOrEqualTo(started.skewNanos() + started.errorNanos() + MILLI);
  }

  @Test
  void parametersReachAllWithin200Milliseconds() {
    submitAndRunTo(12);
    for (int i = 0; i < 100; i++) {
      String text = "v" + i;
      fleet.ask(node("n" + i % 4), "change" + i, change(Scope.FLEET, "tag", text));
      fleet.time().runUntil(fleet.time().nowNanos() + 200 * MILLI);
      for (SimNode each : fleet.nodes()) {
        assertThat(tag(each).text()).isEqualTo(text);
        JournalEntry last = each.member().journal(SimRun.ID).getLast();
        assertThat(last.atRunNanos())
            .isLessThanOrEqualTo(fleet.time().nowNanos() - each.generator().trueZeroNanos());
      }
    }
  }

  @Test
  void aCoordinatorThatIsCutOffChangesNothing() {
    submitAndRunTo(12);
    SimNode alone = coordinator();
    fleet.network().cut(Set.of(alone.id()));
    fleet.ask(alone, "faster", change(Scope.FLEET, "rate", "1000"));
    runTo(14);
    assertThat(alone.member().journal(SimRun.ID).getLast().item())
        .isInstanceOf(JournalEntry.Changed.class);
    assertThat(alone.generator().effective()).isEmpty();
    fleet.network().cut(Set.of());
    runTo(60);
    new Invariants(fleet).check();
  }

  @Test
  void aNodeThatHasEndedWithoutAChangeIsNoted() {
    submitAndRunTo(32);
    SimNode alone =
        fleet.nodes().stream().filter(each -> each != coordinator()).findFirst().orElseThrow();
    fleet.network().cut(Set.of(alone.id()));
    fleet.ask(coordinator(), "faster", change(Scope.FLEET, "rate", "200"));
    runTo(37);
    assertThat(alone.generator().isOver()).isTrue();
    fleet.network().cut(Set.of());
    runTo(60);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    assertThat(
            journal().stream()
                .map(JournalEntry::item)
                .filter(JournalEntry.Noted.class::isInstance)
                .map(item -> ((JournalEntry.Noted) item).node()))
        .containsExactly(alone.id());
    new Invariants(fleet).check();
  }

  @Test
  void theMostSpecificScopeWinsAndALateNodeKnowsAllBeforeItsFirstOperation() {
    submitAndRunTo(12);
    fleet.ask(node("n1"), "a", change(Scope.node("late"), "tag", "canary"));
    fleet.ask(node("n2"), "b", change(new Scope(Scope.Level.DATACENTER, "dc0"), "tag", "dc"));
    fleet.ask(node("n3"), "c", change(Scope.FLEET, "tag", "all"));
    runTo(14);
    SimNode late = fleet.add("late", labels(0), 1, false);
    runTo(30);
    assertThat(tag(node("n0")).text()).isEqualTo("dc");
    assertThat(tag(node("n1")).text()).isEqualTo("all");
    assertThat(tag(late).text()).isEqualTo("canary");
    assertThat(tag(late).origin()).isEqualTo(Scope.node("late"));
    assertThat(late.generator().firstSendVersion()).isEqualTo(highestChange());
    assertThat(node("n0").generator().answers()).doesNotContainValue("");
  }

  @Test
  void aCanaryIsClearedAndThenAllHaveTheSame() {
    submitAndRunTo(12);
    fleet.ask(node("n1"), "a", change(Scope.node("n2"), "tag", "canary"));
    runTo(13);
    fleet.ask(node("n1"), "b", change(Scope.FLEET, "tag", "all"));
    fleet.ask(
        node("n1"),
        "c",
        new Command.Change(SimRun.ID, Scope.node("n2"), "a person", Map.of(), List.of("tag")));
    runTo(14);
    for (SimNode each : fleet.nodes()) {
      assertThat(tag(each).text()).isEqualTo("all");
      assertThat(tag(each).origin()).isEqualTo(Scope.FLEET);
    }
  }

  @Test
  void aSideIsOffWhereItWasSwitchedOffAndComesBack() {
    submitAndRunTo(12);
    Scope rack = new Scope(Scope.Level.RACK, "dc1/r1");
    fleet.ask(node("n0"), "off", change(rack, "side/reads", "off"));
    runTo(16);
    fleet.ask(
        node("n3"),
        "on",
        new Command.Change(SimRun.ID, rack, "a person", Map.of(), List.of("side/reads")));
    runTo(60);
    List<SimTarget.Sent> during =
        fleet.target().sent().stream()
            .filter(each -> each.nanos() > 12_300 * MILLI && each.nanos() < 16 * SECOND)
            .toList();
    assertThat(during)
        .filteredOn(each -> each.node().equals("n1"))
        .isNotEmpty()
        .allMatch(each -> SimSides.of(each.index()).equals("side/writes"));
    assertThat(during).filteredOn(each -> each.node().equals("n2")).hasSizeBetween(90, 94);
    assertThat(fleet.target().sent()).hasSizeBetween(30 * 100 - 36, 30 * 100 - 30);
    new Invariants(fleet).check();
  }

  @Test
  void aNodeThatJoinsLateGetsEverySecondFromTheStart() {
    fleet = fleet(policy(Loss.REDISTRIBUTE, 0), 3, 150);
    submitAndRunTo(120);
    SimNode late = fleet.add("late", labels(0), 1, false);
    // A coordinator that has only the last minute in memory, and the rest on its disk.
    fleet.kill(coordinator());
    runTo(200);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    assertThat(late.generator().mirror().getFirst().number()).isEqualTo(1);
    assertThat(late.generator().mirror()).hasSizeGreaterThan(150);
    new Invariants(fleet).check();
  }

  @Test
  void theEndDoesNotWaitForANodeThatStillPrepares() {
    RunPolicy policy = policy(Loss.REDISTRIBUTE, 0);
    fleet = fleet(new SimRun(100, 30 * SECOND, 6 * SECOND, 5 * MILLI, 1, policy), 3);
    submitAndRunTo(20);
    long endNanos = node("n0").generator().trueZeroNanos() + 30 * SECOND;
    fleet.time().runUntil(endNanos - SECOND);
    SimNode late = fleet.add("late", labels(0), 1, false);
    fleet.time().runUntil(endNanos + SECOND);
    assertThat(journal())
        .anySatisfy(entry ->
            assertThat(entry.item())
                .isInstanceOfSatisfying(
                    JournalEntry.Joined.class,
                    joined -> assertThat(joined.node()).isEqualTo("late")));
    assertThat(state()).isEqualTo(RunState.FINISHED);
    fleet.time().runUntil(endNanos + 20 * SECOND);
    assertThat(late.generator().isStarted()).isFalse();
    new Invariants(fleet).check();
  }

  /** Seconds then come before it hears that it takes part. */
  @Test
  void aNodeThatJoinsAfterManyChangesGetsEverySecondFromTheStart() {
    submitAndRunTo(8);
    for (int i = 0; i < 150; i++) {
      fleet.ask(node("n" + i % 4), "change" + i, change(Scope.FLEET, "tag", "v" + i));
    }
    runTo(20);
    SimNode late = fleet.add("late", labels(0), 1, false);
    runTo(60);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    assertThat(late.generator().mirror().getFirst().number()).isEqualTo(1);
    new Invariants(fleet).check();
  }

  /** A message of all entries would be too large for the network. */
  @Test
  void aNodeThatJoinsAfterLargeChangesGetsThemInMessagesOfABoundedSize() {
    submitAndRunTo(8);
    for (int i = 0; i < 60; i++) {
      String text = i + "x".repeat(100_000);
      fleet.ask(node("n" + i % 4), "change" + i, change(Scope.FLEET, "tag", text));
    }
    runTo(20);
    SimNode late = fleet.add("late", labels(0), 1, false);
    runTo(60);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    assertThat(tag(late)).isEqualTo(tag(node("n0")));
    new Invariants(fleet).check();
  }

  @Test
  void aFillDuringTheLoadIsWrittenByItsScopeAndGoesOnWhenANodeIsLost() {
    fleet = fleet(policy(Loss.REDISTRIBUTE, 300), 4);
    submitAndRunTo(12);
    Scope half = new Scope(Scope.Level.DATACENTER, "dc1");
    fleet.ask(node("n0"), "fill", new Command.SwitchFill(SimRun.ID, half, true, "a person", 0));
    runTo(12 + 1);
    fleet.ask(node("n2"), "again", new Command.SwitchFill(SimRun.ID, half, true, "a person", 0));
    fleet.kill(node("n3"));
    runTo(80);
    assertThat(fleet.target().rows()).isEqualTo(300 + (int) SimFillCommands.ROWS);
    assertThat(node("n2").generator().answers()).containsValue("fill: is already in progress");
    assertThat(journal().getLast().item())
        .isInstanceOfSatisfying(
            JournalEntry.Stated.class,
            stated -> assertThat(stated.state()).isEqualTo(RunState.FINISHED));
    new Invariants(fleet).check();
  }

  @Test
  void aFillThatIsStoppedEndsAndTheNextOneIsWhole() {
    submitAndRunTo(12);
    fleet.ask(node("n0"), "one", switchFill(true));
    fleet.time().runUntil(12_300 * MILLI);
    fleet.ask(node("n1"), "stop", switchFill(false));
    runTo(14);
    int stopped = fleet.target().rows();
    assertThat(stopped).isLessThan((int) SimFillCommands.ROWS);
    fleet.ask(node("n1"), "two", switchFill(true));
    runTo(60);
    assertThat(fleet.target().rows()).isEqualTo(stopped + (int) SimFillCommands.ROWS);
    new Invariants(fleet).check();
  }

  private static Command switchFill(boolean isOn) {
    return new Command.SwitchFill(SimRun.ID, Scope.FLEET, isOn, "a person", 0);
  }

  @Test
  void theShareOfAKilledNodeIsTakenOverAfterItsLeaseAndWithinTwoSeconds() {
    submitAndRunTo(15);
    fleet.kill(node("n2"));
    runTo(60);
    JournalEntry moved = lastMove();
    long moveNanos = node("n0").generator().trueZeroNanos() + moved.atRunNanos();
    assertThat(moveNanos - 15 * SECOND).isBetween(LEASE - SECOND, LEASE + 2 * SECOND);
    new Invariants(fleet).check();
  }

  @Test
  void aRunEndsWhenMostNodesAreLostWithTheirCoordinator() {
    submitAndRunTo(15);
    List<SimNode> others =
        fleet.nodes().stream().filter(each -> each != coordinator()).limit(2).toList();
    fleet.kill(coordinator());
    others.forEach(fleet::kill);
    runTo(60);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    assertThat(fleet.target().sent().getLast().nanos()).isLessThan(15 * SECOND + 2 * LEASE);
    new Invariants(fleet).check();
  }

  @Test
  void aRunContinuesWhenHalfOfTheNodesAreLostWithTheirCoordinator() {
    submitAndRunTo(15);
    SimNode other =
        fleet.nodes().stream().filter(each -> each != coordinator()).findFirst().orElseThrow();
    fleet.kill(coordinator());
    fleet.kill(other);
    runTo(60);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    assertThat(fleet.target().sent().getLast().nanos()).isGreaterThan(30 * SECOND);
    new Invariants(fleet).check();
  }

  @Test
  void aNumberOfOperationsIsSentExactly() {
    submitAndRunTo(60);
    assertThat(fleet.target().granted()).isEqualTo((int) SimOperations.TOTAL);
  }

  @Test
  void ofANumberOfOperationsOnlyWhatALostNodeHeldIsNotSent() {
    submitAndRunTo(9);
    fleet.kill(
        fleet.nodes().stream().filter(each -> each != coordinator()).findFirst().orElseThrow());
    runTo(60);
    // A range lasts for up to two seconds, and a node takes 25 a second.
    assertThat((int) SimOperations.TOTAL - fleet.target().granted()).isBetween(1, 100);
  }

  @Test
  void ofANumberOfOperationsLittleIsNotSentWhenTheCoordinatorIsLost() {
    submitAndRunTo(9);
    fleet.kill(coordinator());
    runTo(60);
    assertThat((int) SimOperations.TOTAL - fleet.target().granted()).isBetween(1, 400);
  }

  @Test
  void theOperationsOfIterationsFollowEachOther() {
    RunPolicy policy = policy(Loss.REDISTRIBUTE, 0);
    fleet = fleet(new SimRun(100, 30 * SECOND, 500 * MILLI, 5 * MILLI, 4, policy), 4);
    submitAndRunTo(60);
    assertThat(fleet.target().granted()).isEqualTo((int) SimOperations.TOTAL);
  }

  @Test
  void theOperationsOfADrainedNodeAreSentByTheOthers() {
    submitAndRunTo(9);
    fleet.ask(node("n3"), "drain", new Command.Drain("n1"));
    runTo(60);
    assertThat(fleet.target().granted()).isEqualTo((int) SimOperations.TOTAL);
  }

  @Test
  void theLoadGoesOnWithoutACoordinator() {
    submitAndRunTo(15);
    SimNode old = coordinator();
    fleet.kill(old);
    runTo(23);
    long others =
        fleet.target().sent().stream()
            .filter(each -> each.nanos() > 15 * SECOND && each.nanos() <= 22 * SECOND)
            .count();
    assertThat(others).isBetween(7L * 75 - 3, 7L * 75 + 3);
    assertThat(fleet.coordinator()).isNotNull();
    runTo(70);
    new Invariants(fleet).check();
  }

  @Test
  void theKillSwitchStopsAllWithinASecondWithoutACoordinator() {
    submitAndRunTo(15);
    fleet.kill(coordinator());
    runTo(16);
    SimNode any = fleet.running().getFirst();
    any.member().kill(SimRun.ID, "a person", any.localNanos());
    runTo(40);
    assertThat(fleet.target().sent().getLast().nanos()).isLessThan(17 * SECOND);
    assertThat(state()).isEqualTo(RunState.KILLED);
  }

  @Test
  void aNodeThatIsCutOffStopsWithItsLeaseAndDeliversItsSecondsLater() {
    submitAndRunTo(15);
    SimNode alone =
        fleet.nodes().stream().filter(each -> each != coordinator()).findFirst().orElseThrow();
    fleet.network().cut(Set.of(alone.id()));
    runTo(26);
    long last =
        fleet.target().sent().stream()
            .filter(each -> each.node().equals(alone.id()))
            .mapToLong(SimTarget.Sent::nanos)
            .max()
            .orElseThrow();
    assertThat(last).isBetween(15 * SECOND + LEASE - 2 * SECOND, 15 * SECOND + LEASE);
    fleet.network().cut(Set.of());
    runTo(60);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    new Invariants(fleet).check();
  }

  @Test
  void whatARemovedNodeHadMeasuredIsDeliveredWhenItJoinsAgain() {
    submitAndRunTo(15);
    SimNode alone = cutOffAndRemoved();
    fleet.restart(alone);
    runTo(60);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    allHaveWhatItSent(alone);
    new Invariants(fleet).check();
  }

  @Test
  void aKillOnANodeThatIsCutOffReachesTheOthersWhenItJoinsAgain() {
    submitAndRunTo(15);
    SimNode alone = cutOffAndRemoved();
    alone.member().kill(SimRun.ID, "a person", alone.localNanos());
    long joinedNanos = fleet.time().nowNanos();
    fleet.restart(alone);
    runTo(60);
    assertThat(state()).isEqualTo(RunState.KILLED);
    assertThat(fleet.target().sent().getLast().nanos()).isLessThan(joinedNanos + 3 * SECOND);
  }

  @Test
  void aNodeThatJoinsAgainAndIsDrainedDeliversItFirst() {
    submitAndRunTo(15);
    SimNode alone = cutOffAndRemoved();
    SimNode again = fleet.restart(alone);
    runTo(25);
    fleet.ask(coordinator(), "drain", new Command.Drain(again.id()));
    while (!again.generator().isMayLeave()) {
      runTo(fleet.time().nowNanos() / SECOND + 1);
      assertThat(fleet.time().nowNanos()).isLessThan(40 * SECOND);
    }
    allHaveWhatItSent(alone);
  }

  @Test
  void whatARemovedNodeHadMeasuredIsDeliveredToTheNextCoordinator() {
    submitAndRunTo(15);
    SimNode alone = cutOffAndRemoved();
    fleet.restart(alone);
    fleet.kill(coordinator());
    runTo(70);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    allHaveWhatItSent(alone);
    new Invariants(fleet).check();
  }

  /** A node that the cluster has removed, and that has sent for some seconds without it. */
  private SimNode cutOffAndRemoved() {
    SimNode alone =
        fleet.nodes().stream().filter(each -> each != coordinator()).findFirst().orElseThrow();
    fleet.network().cut(Set.of(alone.id()));
    runTo(23);
    fleet.network().cut(Set.of());
    return alone;
  }

  private void allHaveWhatItSent(SimNode node) {
    assertThat(node.isReplaced()).isTrue();
    assertThat(node.generator().accounted().keySet()).hasSizeGreaterThan(300);
    for (SimNode each : fleet.alive()) {
      assertThat(node.generator().accounted().keySet())
          .as("operations in the results of %s", each.id())
          .allMatch(each.generator().report()::has);
    }
  }

  @Test
  void aDrainedNodeHandsItsShareOverWithoutAGapAndMayLeave() {
    submitAndRunTo(15);
    fleet.ask(node("n3"), "drain", new Command.Drain("n1"));
    runTo(20);
    assertThat(node("n1").generator().isMayLeave()).isTrue();
    assertThat(node("n0").generator().isMayLeave()).isFalse();
    runTo(60);
    everyIndexWasSent();
    new Invariants(fleet).check();
  }

  @Test
  void aRunMovesToOtherNodesWithoutAGapOrABurst() {
    submitAndRunTo(6);
    fleet.ask(node("n0"), "place", place(Scope.node("n0"), Scope.node("n1")));
    runTo(15);
    fleet.add("new1", labels(1), 3, false);
    fleet.add("new2", labels(2), 1, false);
    fleet.ask(node("n0"), "again", place(Scope.node("new1"), Scope.node("new2")));
    runTo(60);
    everyIndexWasSent();
    assertThat(lastMove().item())
        .isInstanceOfSatisfying(SharesMoved.class, moved -> assertThat(moved.shares()).hasSize(2));
    new Invariants(fleet).check();
  }

  @Test
  void aWeightIsKnownToTheNextCoordinator() {
    fleet.time().runUntil(3 * SECOND);
    SimNode lost = coordinator();
    SimNode heavy = fleet.nodes().stream().filter(each -> each != lost).findFirst().orElseThrow();
    fleet.ask(heavy, "weigh", new Command.Weigh(heavy.id(), 3));
    runTo(6);
    fleet.kill(lost);
    runTo(20);
    fleet.ask(
        heavy,
        "submit",
        new Command.Submit(SimRun.ID, new byte[] {1}, fleet.run().policy(), "a person"));
    runTo(70);
    List<Share> shares =
        heavy.member().journal(SimRun.ID).stream()
            .map(JournalEntry::item)
            .filter(SharesMoved.class::isInstance)
            .map(item -> ((SharesMoved) item).shares())
            .findFirst()
            .orElseThrow();
    assertThat(shares).extracting(Share::weight).containsExactlyInAnyOrder(3, 1, 1);
    new Invariants(fleet).check();
  }

  @Test
  void aNodeThatCannotStartIsNamedAndTheOthersGoOn() {
    fleet.add("bad", labels(0), 1, true);
    submitAndRunTo(60);
    assertThat(journal())
        .anySatisfy(entry ->
            assertThat(entry.item())
                .isEqualTo(
                    new JournalEntry.Left(
                        "bad", JournalEntry.Leaving.CANNOT_START, "no such host")));
    everyIndexWasSent();
  }

  @Test
  void aRunFailsIfEveryNodeMustStart() {
    FleetSpec all = new FleetSpec(List.of(), CannotStart.STOP, Loss.REDISTRIBUTE);
    fleet = fleet(new RunPolicy(all, 0, 100), 3);
    fleet.add("bad", labels(0), 1, true);
    submitAndRunTo(20);
    assertThat(state()).isEqualTo(RunState.FAILED);
    assertThat(fleet.target().sent()).isEmpty();
  }

  @Test
  void aRunFailsIfNoNodeCanStart() {
    fleet = fleet(policy(Loss.REDISTRIBUTE, 0), 0);
    for (int i = 0; i < 3; i++) {
      fleet.add("bad" + i, labels(i), 1, true);
    }
    fleet.time().runUntil(10 * SECOND);
    Command submit = new Command.Submit(SimRun.ID, new byte[0], fleet.run().policy(), "a person");
    fleet.ask(node("bad0"), "submit", submit);
    runTo(20);
    assertThat(requireNonNull(fleet.coordinator()).runStates())
        .containsEntry(SimRun.ID, RunState.FAILED);
    assertThat(node("bad1").member().journal(SimRun.ID).getLast().item())
        .isInstanceOfSatisfying(
            JournalEntry.Stated.class,
            stated -> assertThat(stated.reason()).endsWith("cannot start: no such host"));
  }

  /** As after the loss of all of a region: nothing crosses to another one. */
  @Test
  void aRunThatIsPlacedInADatacenterIsNotSentFromAnother() {
    fleet = fleet(placed("dc0"), 5);
    submitAndRunTo(15);
    fleet.kill(node("n2"));
    fleet.add("late", labels(1), 1, false);
    runTo(60);
    assertThat(fleet.target().sent())
        .extracting(SimTarget.Sent::node)
        .containsOnly("n0", "n2", "n4");
    assertThat(state()).isEqualTo(RunState.FINISHED);
    new Invariants(fleet).check();
  }

  @Test
  void aNodeOutsideThePlacementOfARunHasItsResults() {
    fleet = fleet(placed("dc0"), 4);
    submitAndRunTo(15);
    fleet.add("late", labels(1), 1, false);
    runTo(60);
    List<StreamItem> all = node("n0").generator().mirror();
    assertThat(all).isNotEmpty();
    assertThat(List.of(node("n1"), node("n3"), node("late")))
        .allSatisfy(each -> {
          assertThat(each.generator().generator()).isNegative();
          assertThat(each.generator().mirror())
              .extracting(StreamItem::number)
              .isEqualTo(all.stream().map(StreamItem::number).toList());
        });
  }

  @Test
  void aNodeThatOnlyShowedARunHasAllItsResultsWhenTheRunMovesToIt() {
    fleet = fleet(placed("dc0"), 4);
    submitAndRunTo(15);
    assertThat(node("n1").generator().mirror()).isNotEmpty();
    fleet.ask(node("n3"), "move", place(new Scope(Scope.Level.DATACENTER, "dc1")));
    runTo(60);
    assertThat(node("n1").generator().generator()).isPositive();
    assertThat(node("n1").generator().mirror())
        .extracting(StreamItem::number)
        .isEqualTo(node("n0").generator().mirror().stream().map(StreamItem::number).toList());
    everyIndexWasSent();
    new Invariants(fleet).check();
  }

  @Test
  void aRunThatIsPlacedNowhereIsRefused() {
    fleet = fleet(placed("dc7"), 2);
    fleet.time().runUntil(5 * SECOND);
    Command submit = new Command.Submit(SimRun.ID, new byte[0], fleet.run().policy(), "a person");
    fleet.ask(node("n0"), "submit", submit);
    fleet.time().runUntil(8 * SECOND);
    assertThat(node("n0").generator().answers())
        .containsEntry("submit", "place: must contain a node of the fleet, was 'datacenter=dc7'");
  }

  /** All generators have as many operations in flight as they may. */
  @Test
  void aRunThatMovesHasHalfOfItsBoundInBetweenAndNeverMoreThanAll() {
    fleet = fleet(placed("dc0"), 4);
    fleet.nodes().forEach(each -> each.generator().bounds().lasting(20 * MILLI));
    submitAndRunTo(15);
    assertThat(inFlight("n0", "n2")).isEqualTo(SimBounds.ALL);
    fleet.ask(node("n0"), "move", place(new Scope(Scope.Level.DATACENTER, "dc1")));
    int least = SimBounds.ALL;
    while (fleet.time().nowNanos() < 18 * SECOND) {
      fleet.time().runUntil(fleet.time().nowNanos() + MILLI);
      least = Math.min(least, inFlight("n0", "n1", "n2", "n3"));
    }
    assertThat(least).isGreaterThanOrEqualTo(SimBounds.ALL / 4);
    assertThat(inFlight("n1", "n3")).isEqualTo(SimBounds.ALL);
    long moveNanos = node("n1").generator().trueZeroNanos() + lastMove().atRunNanos();
    List<SimTarget.Sent> sent = fleet.target().sent();
    assertThat(sent.stream().filter(each -> each.nanos() >= moveNanos + 10 * MILLI))
        .extracting(SimTarget.Sent::node)
        .containsOnly("n1", "n3");
    runTo(60);
    assertThat(fleet.target().sent()).hasSize(30 * 100);
    new Invariants(fleet).check();
  }

  private int inFlight(String... nodes) {
    int all = 0;
    for (String each : nodes) {
      all += node(each).generator().bounds().held();
    }
    return all;
  }

  private static RunPolicy placed(String datacenter) {
    Scope nodes = new Scope(Scope.Level.DATACENTER, datacenter);
    return new RunPolicy(
        new FleetSpec(List.of(nodes), CannotStart.STOP, Loss.REDISTRIBUTE), 0, 100);
  }

  @Test
  void theShareOfANodeWhoseLoadFailsIsTakenOverAtOnceAndItsSecondsCount() {
    submitAndRunTo(15);
    node("n2").generator().fail();
    runTo(60);
    long moveNanos = node("n0").generator().trueZeroNanos() + lastMove().atRunNanos();
    assertThat(moveNanos - 15 * SECOND).isLessThan(SECOND);
    assertThat(journal())
        .anySatisfy(entry ->
            assertThat(entry.item())
                .isEqualTo(
                    new JournalEntry.Left("n2", JournalEntry.Leaving.FAILED, "its load failed")));
    assertThat(state()).isEqualTo(RunState.FINISHED);
    new Invariants(fleet).check();
  }

  @Test
  void aRunFailsWhenTheLoadsOfAllNodesHaveFailed() {
    submitAndRunTo(15);
    fleet.nodes().forEach(each -> each.generator().fail());
    runTo(20);
    assertThat(state()).isEqualTo(RunState.FAILED);
    assertThat(journal().getLast().item())
        .isInstanceOfSatisfying(
            JournalEntry.Stated.class,
            stated -> assertThat(stated.reason()).endsWith(" has failed: its load failed"));
  }

  @Test
  void aFailedLoadStopsARunWhosePolicySaysSo() {
    fleet = fleet(policy(Loss.STOP, 0), 3);
    submitAndRunTo(15);
    node("n2").generator().fail();
    runTo(20);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    new Invariants(fleet).check();
  }

  @Test
  void nobodyWaitsForAFailedLoadWhosePartNobodyTakesOver() {
    fleet = fleet(policy(Loss.DEGRADE, 0), 3);
    submitAndRunTo(15);
    node("n2").generator().fail();
    runTo(40);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    new Invariants(fleet).check();
  }

  @Test
  void nobodySendsTheShareOfALostNodeIfThePolicySaysSoAndTheRunNotesIt() {
    fleet = fleet(policy(Loss.DEGRADE, 0), 3);
    submitAndRunTo(12);
    SimNode lost =
        fleet.nodes().stream().filter(each -> each != coordinator()).findFirst().orElseThrow();
    fleet.kill(lost);
    runTo(60);
    assertThat(journal())
        .filteredOn(entry ->
            entry.item() instanceof JournalEntry.Noted noted && noted.node().equals(lost.id()))
        .hasSize(1);
    assertThat(lastMove().atRunNanos()).isZero();
    assertThat(state()).isEqualTo(RunState.FINISHED);
    new Invariants(fleet).check();
  }

  @Test
  void theLossOfANodeStopsARunWhosePolicySaysSo() {
    fleet = fleet(policy(Loss.STOP, 0), 3);
    submitAndRunTo(15);
    fleet.kill(
        fleet.nodes().stream().filter(each -> each != coordinator()).findFirst().orElseThrow());
    runTo(40);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    assertThat(fleet.target().sent().getLast().nanos()).isLessThan(26 * SECOND);
  }

  @Test
  void aFillGoesOnWhenANodeIsLostAndWritesEveryRow() {
    fleet = fleet(policy(Loss.REDISTRIBUTE, 4_000), 4);
    submitAndRunTo(6);
    fleet.kill(node("n2"));
    runTo(80);
    assertThat(fleet.target().rows()).isEqualTo(4_000);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    new Invariants(fleet).check();
  }

  @Test
  void aNodeOfAnotherProtocolIsRefusedWithASentence() {
    SimNode other = fleet.addOther("old");
    submitAndRunTo(60);
    assertThat(other.member().refusal())
        .contains("protocol 0")
        .contains("Install the same version");
    assertThat(other.generator().isStarted()).isFalse();
    everyIndexWasSent();
  }

  private void everyIndexWasSent() {
    assertThat(state()).isEqualTo(RunState.FINISHED);
    assertThat(fleet.target().sent()).hasSize(30 * 100);
  }

  @Test
  void theSecondsOfARunThatHasEndedNeedNoMemory() {
    submitAndRunTo(30);
    assertThat(fleet.running()).allMatch(each -> each.member().mergedBytes() > 0);
    assertThat(requireNonNull(coordinator().coordinator()).mergedBytes()).isPositive();
    runTo(60);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    noMergedSecondIsInMemory();
  }

  @Test
  void whoJoinsAfterTheEndGetsEverySecondAlsoOfTheNextCoordinator() {
    submitAndRunTo(60);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    fleet.kill(coordinator());
    SimNode late = fleet.add("late", labels(0), 1, false);
    runTo(80);
    List<List<String>> seconds =
        coordinator().mirrored().stream().map(SimReport::operations).toList();
    assertThat(seconds).hasSizeGreaterThan(25);
    assertThat(late.mirrored().stream().map(SimReport::operations).toList()).isEqualTo(seconds);
    noMergedSecondIsInMemory();
    new Invariants(fleet).check();
  }

  private void noMergedSecondIsInMemory() {
    for (SimNode each : fleet.running()) {
      assertThat(each.member().mergedBytes()).isZero();
    }
    assertThat(requireNonNull(coordinator().coordinator()).mergedBytes()).isZero();
  }

  @Test
  void aRunThatHasEndedIsForgottenAndNoCoordinatorBeginsItAgain() {
    submitAndRunTo(60);
    assertThat(state()).isEqualTo(RunState.FINISHED);
    runTo(200);
    fleet.kill(coordinator());
    runTo(420);
    for (SimNode each : fleet.running()) {
      assertThat(each.member().journal(SimRun.ID)).isEmpty();
      // What its generator says late does not begin it again either.
      each.member().second(SimRun.ID, 99, new byte[0], each.localNanos());
      each.member().filled(SimRun.ID, new FillRange(0, 1, false), each.localNanos());
      assertThat(each.member().isIdle()).isTrue();
    }
    fleet.kill(coordinator());
    runTo(1_200);
    assertThat(requireNonNull(coordinator().coordinator()).runStates()).isEmpty();
    for (SimNode each : fleet.running()) {
      assertThat(each.member().journal(SimRun.ID)).isEmpty();
    }
  }

  private void submitAndRunTo(long seconds) {
    fleet.time().runUntil(3 * SECOND);
    fleet.ask(
        node("n0"),
        "submit",
        new Command.Submit(SimRun.ID, new byte[] {1}, fleet.run().policy(), "a person"));
    runTo(seconds);
  }

  private void runTo(long seconds) {
    fleet.time().runUntil(seconds * SECOND);
  }

  private SimNode node(String id) {
    SimNode node = fleet.node(id);
    assertThat(node).isNotNull();
    return requireNonNull(node);
  }

  private static Effective tag(SimNode node) {
    return requireNonNull(node.generator().effective().get("tag"));
  }

  private SimNode coordinator() {
    return fleet.running().stream()
        .filter(each -> each.coordinator() != null)
        .findFirst()
        .orElseThrow();
  }

  private List<JournalEntry> journal() {
    return fleet.alive().getFirst().member().journal(SimRun.ID);
  }

  private RunState state() {
    return Invariants.state(journal());
  }

  private JournalEntry lastMove() {
    return journal().stream()
        .filter(entry -> entry.item() instanceof SharesMoved)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  private long highestChange() {
    return journal().stream()
        .filter(entry -> entry.item() instanceof JournalEntry.Changed)
        .mapToLong(JournalEntry::number)
        .max()
        .orElseThrow();
  }

  private static Command change(Scope scope, String path, String text) {
    return new Command.Change(SimRun.ID, scope, "a person", Map.of(path, text), List.of());
  }

  private static Command place(Scope... nodes) {
    return new Command.Place(SimRun.ID, List.of(nodes), "a person");
  }

  private static RunPolicy policy(Loss loss, long fillRows) {
    FleetSpec spec = new FleetSpec(List.of(), CannotStart.CONTINUE, loss);
    return new RunPolicy(spec, fillRows, 100);
  }

  private static Map<String, String> labels(int number) {
    return Map.of("region", "eu", "datacenter", "dc" + number % 2, "rack", "r" + number % 3);
  }

  private static SimFleet fleet(RunPolicy policy, int nodes) {
    return fleet(policy, nodes, 30);
  }

  private static SimFleet fleet(RunPolicy policy, int nodes, long seconds) {
    return fleet(new SimRun(100, seconds * SECOND, 500 * MILLI, 5 * MILLI, 1, policy), nodes);
  }

  private static SimFleet fleet(SimRun run, int nodes) {
    SimFleet fleet = new SimFleet(new Random(19), run);
    for (int i = 0; i < nodes; i++) {
      fleet.add("n" + i, labels(i), 1, false);
    }
    return fleet;
  }
}

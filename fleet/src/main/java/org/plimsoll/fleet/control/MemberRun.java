package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.fleet.control.FleetMessage.Entries;
import org.plimsoll.fleet.control.FleetMessage.Items;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;
import org.plimsoll.fleet.control.FleetMessage.RunOrder;
import org.plimsoll.fleet.control.FleetMessage.RunReport;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.JournalEntry.Joined;
import org.plimsoll.fleet.control.JournalEntry.Leaving;
import org.plimsoll.fleet.control.JournalEntry.Left;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;
import org.plimsoll.fleet.control.JournalEntry.Stated;

/** One run at one member. It applies the journal and directs the node's generator. */
final class MemberRun {
  private static final int NO_GENERATOR = -1;

  private final String run;
  private final Node node;
  private final LocalRuns local;
  private final Journal journal = new Journal();
  private final Mirror mirror;
  private final SecondsQueue seconds;
  private final MemberParameters parameters;
  private final MemberFills fills;
  private final MemberOperations operations;
  private final List<FormerSeconds> former;
  private final List<Proposal> promises = new ArrayList<>();
  private MemberState state = MemberState.FOLLOWING;
  private String reason = "";
  private int generator = NO_GENERATOR;
  private long zeroNanos = FleetMessage.UNKNOWN;
  private long startedLocalNanos = FleetMessage.UNKNOWN;
  private long knownEntry;
  private long zeroEntry;
  private long promised;
  private long movedEpoch;
  private long notBeforeRunNanos = FleetMessage.UNKNOWN;
  private long endedNanos = FleetMessage.UNKNOWN;
  private long endedRunNanos = FleetMessage.UNKNOWN;
  private long endedEntry;
  private boolean atStart;
  private long grown;
  private long settled;

  /**
   * @param former results of earlier members; this member delivers them together with those of its
   *     own generator
   */
  MemberRun(
      String run,
      Node node,
      LocalRuns local,
      SecondsQueue seconds,
      ItemStore items,
      List<FormerSeconds> former) {
    this.former = former;
    this.run = run;
    this.node = node;
    this.local = local;
    this.seconds = seconds;
    this.mirror = new Mirror(run, local, items);
    this.parameters = new MemberParameters(journal, this::pass);
    this.fills = new MemberFills(run, local);
    this.operations = new MemberOperations(run, local);
  }

  MemberFills fills() {
    return fills;
  }

  MemberOperations operations() {
    return operations;
  }

  Journal journal() {
    return journal;
  }

  SecondsQueue seconds() {
    return seconds;
  }

  Mirror mirror() {
    return mirror;
  }

  /** Prepares to repeat the last promise and the last results for a new coordinator. */
  void newTerm() {
    promised = 0;
    seconds.sendAgain();
    former.forEach(FormerSeconds::sendAgain);
  }

  /** Returns the reason of a kill that the fleet may not know; empty if the run was not killed. */
  String killReason() {
    return state == MemberState.KILLED && !journal.hasEnded() ? reason : "";
  }

  /** Returns the undelivered one-second results, for the next member of the same process. */
  List<FormerSeconds> undelivered() {
    List<FormerSeconds> all = new ArrayList<>(former);
    if (generator != NO_GENERATOR) {
      all.add(new FormerSeconds(run, generator, seconds, local));
    }
    return all;
  }

  void prepared() {
    state = state == MemberState.PREPARING ? MemberState.READY : state;
  }

  void atStart() {
    atStart = true;
  }

  /** Records that the generator has failed, before or after its start. */
  void failed(String why) {
    if (state.takesPart()) {
      state = state == MemberState.RUNNING ? MemberState.FAILED : MemberState.CANNOT_START;
      reason = why;
      fills.stop();
    }
  }

  void started(long localNanos) {
    startedLocalNanos = localNanos;
  }

  void ended(long nowNanos) {
    if (endedRunNanos == FleetMessage.UNKNOWN && zeroNanos != FleetMessage.UNKNOWN) {
      endedRunNanos = nowNanos - zeroNanos;
      endedEntry = parameters.applied();
    }
    if (state.takesPart()) {
      state = MemberState.ENDED;
    }
  }

  /** Sends nothing any more. Returns whether the kill was new. */
  boolean kill(String why) {
    if (state == MemberState.KILLED) {
      return false;
    }
    state = MemberState.KILLED;
    reason = why;
    fills.stop();
    local.kill(run);
    return true;
  }

  /** Returns whether entries were new. */
  boolean entries(Entries incoming) {
    Journal.Accepted accepted = journal.accept(incoming.before(), incoming.entries());
    drop(accepted.dropped());
    for (JournalEntry entry : accepted.added()) {
      local.journal(run, entry);
      follow(entry);
    }
    boolean _ = parameters.apply();
    return !accepted.added().isEmpty();
  }

  /** Frees memory of an ended run; returns whether the run can be forgotten. */
  boolean age(long nowNanos) {
    if (!journal.hasEnded()) {
      return false;
    }
    mirror.slim();
    if (endedNanos == FleetMessage.UNKNOWN) {
      endedNanos = nowNanos;
    }
    return nowNanos - endedNanos > Timings.FORGET_NANOS;
  }

  /** Whether the run has ended and all results are delivered. */
  boolean isIdle() {
    boolean isOver = journal.hasEnded() || (state == MemberState.KILLED && journal.head() == 0);
    return isOver
        && seconds.kept() == seconds.last()
        && (generator == NO_GENERATOR || mirror.isPassed());
  }

  /** Returns whether items were new. */
  boolean items(Items incoming) {
    return mirror.accept(incoming.oldest(), incoming.before(), incoming.items());
  }

  /** Applies the coordinator's orders. Returns whether the coordinator needs an answer at once. */
  boolean ordered(RunOrder order, ClockSamples samples, long nowNanos) {
    seconds.keptUpTo(order.secondsKept(), nowNanos);
    former.forEach(each -> each.kept(order.delivered(), nowNanos));
    if (state == MemberState.KILLED) {
      return false;
    }
    boolean changed = parameters.ordered(order);
    changed |= start(order, samples);
    for (Proposal proposal : order.proposals()) {
      changed |= promise(proposal);
    }
    if (order.grown() > grown && state.takesPart()) {
      grown = order.grown();
      local.grown(run, grown);
    }
    fills.ordered(order, state.takesPart());
    return operations.ordered(order.operations()) || changed;
  }

  RunReport report() {
    return new RunReport(
        run,
        generator,
        journal.head(),
        journal.headTerm(),
        List.copyOf(promises),
        mirror.last(),
        mirror.lastTerm(),
        mirror.kept(),
        fills.doneByAnyone(),
        fills.held(),
        operations.held(),
        operations.usedByAnyone(),
        operations.known());
  }

  /** Whether operations in flight are within smaller bounds, which the others wait for. */
  boolean hasSettled() {
    return state.takesPart() && local.settled(run) > settled;
  }

  RunBeat beat(ClockSamples samples, long nowNanos) {
    settled = state.takesPart() ? local.settled(run) : 0;
    boolean ready = state != MemberState.READY || samples.measured();
    return new RunBeat(
        run,
        ready ? state : MemberState.PREPARING,
        reason,
        zeroNanos == FleetMessage.UNKNOWN ? FleetMessage.UNKNOWN : nowNanos - zeroNanos,
        startedLocalNanos == FleetMessage.UNKNOWN
            ? FleetMessage.UNKNOWN
            : samples.toCoordinator(startedLocalNanos),
        samples.roundTripNanos() / 2,
        atStart,
        journal.head(),
        journal.headTerm(),
        parameters.applied(),
        endedRunNanos,
        endedEntry,
        settled,
        promised,
        notBeforeRunNanos,
        List.copyOf(promises),
        mirror.last(),
        mirror.lastTerm(),
        seconds.last(),
        fills.done(),
        fills.isFree() && (state == MemberState.READY || state == MemberState.RUNNING),
        operations.beat(),
        former.stream().map(FormerSeconds::last).toList());
  }

  void sendSeconds(Term term, Outbox out, long nowNanos) {
    former.forEach(each -> each.send(term, node.id(), out, nowNanos));
    seconds.send(new SecondsQueue.Sender(term, node.id(), generator), out, nowNanos);
  }

  /** Forgets the run. */
  void forget() {
    seconds.forget();
    former.forEach(FormerSeconds::forget);
  }

  private boolean start(RunOrder order, ClockSamples samples) {
    // Whoever runs already and follows a new coordinator has to measure its clock first, too.
    if (order.zeroNanos() == FleetMessage.UNKNOWN || !samples.measured()) {
      return false;
    }
    // Also who takes no part remembers run time 0, for a coordinator that finds nobody else.
    if (order.zeroEntry() > knownEntry) {
      knownEntry = order.zeroEntry();
      zeroNanos = samples.toLocal(order.zeroNanos());
    }
    boolean canStart = state == MemberState.RUNNING || state == MemberState.READY;
    if (!canStart || knownEntry <= zeroEntry) {
      return false;
    }
    zeroEntry = knownEntry;
    zeroNanos = samples.toLocal(order.zeroNanos());
    state = MemberState.RUNNING;
    local.start(run, zeroNanos);
    return true;
  }

  private boolean promise(Proposal proposal) {
    // A proposal may arrive after the journal has said that its shares have moved.
    boolean old = proposal.epoch() <= promised || proposal.epoch() <= movedEpoch;
    if (old || parameters.applied() < proposal.journal()) {
      return false;
    }
    promised = proposal.epoch();
    promises.add(proposal);
    notBeforeRunNanos = state.takesPart() ? local.promise(run, proposal) : FleetMessage.UNKNOWN;
    return true;
  }

  /**
   * Stops sending, after all earlier parameters are applied, so that unsent operations are counted
   * correctly.
   */
  private void drain(JournalEntry entry, long doubtfulFromRunNanos) {
    parameters.applyUpTo(entry.number() - 1);
    if (state.takesPart()) {
      local.drain(run, doubtfulFromRunNanos);
    }
  }

  private void drop(List<JournalEntry> dropped) {
    if (dropped.isEmpty()) {
      return;
    }
    long from = dropped.getFirst().number();
    local.journalDropped(run, from);
    movedEpoch = 0;
    boolean changed = parameters.drop(dropped);
    if (!state.takesPart()) {
      return;
    }
    if (changed) {
      local.parametersDropped(run, from);
    }
    for (JournalEntry entry : dropped) {
      if (entry.item() instanceof SharesMoved moved) {
        promises.add(
            new Proposal(
                moved.epoch(), entry.atRunNanos(), entry.number(), moved.shares(), List.of()));
        local.moveDropped(run, moved.epoch());
      }
    }
  }

  private void follow(JournalEntry entry) {
    switch (entry.item()) {
      case Joined joined when joined.node().equals(node.id()) -> joined(joined);
      case Left gone when gone.node().equals(node.id()) -> {
        if (gone.why() == Leaving.DRAINED) {
          drain(entry, Long.MAX_VALUE);
        }
      }
      case SharesMoved moved -> {
        promises.removeIf(promise -> promise.epoch() <= moved.epoch());
        movedEpoch = moved.epoch();
        pass(entry);
      }
      case Stated stated -> stated(entry, stated);
      default -> pass(entry);
    }
  }

  /** Passes an entry to the generator, if it concerns the generator. */
  private void pass(JournalEntry entry) {
    if (!state.takesPart()) {
      return;
    }
    switch (entry.item()) {
      case Changed changed
          when parameters.isApplied(entry) && changed.scope().contains(node.id(), node.labels()) ->
          local.parameters(
              run, entry.number(), entry.atRunNanos(), parameters.after(entry.number(), node));
      case SharesMoved moved -> local.moved(run, entry.atRunNanos(), moved);
      default -> {
        // For the mirror only.
      }
    }
  }

  private void joined(Joined joined) {
    generator = joined.generator();
    if (state == MemberState.FOLLOWING) {
      state = MemberState.PREPARING;
      local.prepare(run, generator, journal.submitted().spec());
      journal.all().forEach(this::pass);
      mirror.pass();
    }
  }

  private void stated(JournalEntry entry, Stated stated) {
    switch (stated.state()) {
      case DRAINING -> drain(entry, stated.doubtfulFromRunNanos());
      case FAILED, KILLED -> kill(stated.reason());
      default -> {
        // Ready and the instant of the start are part of the orders.
      }
    }
  }
}

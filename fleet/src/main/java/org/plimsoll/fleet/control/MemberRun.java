package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.engine.share.KeptBounds;
import org.plimsoll.engine.spec.FleetSpec;
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

/** One run on one member. It applies the journal and directs the node's generator. */
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
  private final MemberPromises promises;
  private final MemberTimes times = new MemberTimes();
  private MemberState state = MemberState.FOLLOWING;
  private String reason = "";
  private int generator = NO_GENERATOR;
  private long endedNanos = FleetMessage.UNKNOWN;
  private boolean atStart;
  private boolean watches;
  private KeptBounds grown = KeptBounds.NONE;
  private KeptBounds settled = KeptBounds.NONE;

  /**
   * @param former results of earlier members, which this member delivers together with those of its
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
    this.promises = new MemberPromises(run, local);
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
    promises.newTerm();
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
    times.started(localNanos);
  }

  void ended(long nowNanos) {
    times.ended(nowNanos, parameters.applied());
    if (state.takesPart()) {
      state = MemberState.ENDED;
    }
  }

  /** Stops all sending. Returns whether the kill was new. */
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

  /** Stores entries of the journal; returns whether any were new. */
  boolean entries(Entries incoming) {
    Journal.Accepted accepted = journal.accept(incoming.before(), incoming.entries());
    drop(accepted.dropped());
    for (JournalEntry entry : accepted.added()) {
      local.journal(run, entry);
      follow(entry);
    }
    boolean _ = parameters.apply();
    watchIfElsewhere();
    return !accepted.added().isEmpty();
  }

  /** Shows the run on this node if it is placed on others. */
  private void watchIfElsewhere() {
    if (state != MemberState.FOLLOWING
        || watches
        || journal.head() == 0
        || journal.hasEnded()
        || FleetSpec.isPlaced(journal.placed(), node.id(), node.labels())) {
      return;
    }
    watches = true;
    local.watch(run, journal.submitted().spec());
    if (times.isKnown()) {
      local.start(run, times.zeroNanos());
    }
    journal.all().forEach(this::pass);
    mirror.pass();
  }

  /** Whether this node has a generator in the run, or shows the run. */
  private boolean hasPart() {
    return watches || state.takesPart();
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
        && ((generator == NO_GENERATOR && !watches) || mirror.isPassed());
  }

  /** Stores items of the merged stream; returns whether any were new. */
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
      changed |= promises.make(proposal, parameters.applied(), state.takesPart());
    }
    if (order.grown().areBeyond(grown) && state.takesPart()) {
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
        promises.open(),
        mirror.last(),
        mirror.lastTerm(),
        mirror.kept(),
        fills.doneByAnyone(),
        fills.held(),
        operations.held(),
        operations.usedByAnyone(),
        operations.known());
  }

  /** Whether operations in flight now obey smaller limits, for which the other generators wait. */
  boolean hasSettled() {
    return state.takesPart() && local.settled(run).areBeyond(settled);
  }

  RunBeat beat(ClockSamples samples, long nowNanos) {
    settled = state.takesPart() ? local.settled(run) : KeptBounds.NONE;
    boolean ready = state != MemberState.READY || samples.measured();
    return new RunBeat(
        run,
        ready ? state : MemberState.PREPARING,
        reason,
        times.runNanos(nowNanos),
        times.startedNanos(samples),
        samples.roundTripNanos() / 2,
        atStart,
        journal.head(),
        journal.headTerm(),
        parameters.applied(),
        times.endedRunNanos(),
        times.endedEntry(),
        settled,
        promises.last(),
        promises.notBeforeRunNanos(),
        promises.open(),
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
    // A node that is already running must also first measure the clock of a new coordinator.
    if (order.zeroNanos() == FleetMessage.UNKNOWN || !samples.measured()) {
      return false;
    }
    if (times.learn(order, samples) && watches) {
      local.start(run, times.zeroNanos());
    }
    boolean canStart = state == MemberState.RUNNING || state == MemberState.READY;
    if (!canStart || !times.begin(order, samples)) {
      return false;
    }
    state = MemberState.RUNNING;
    local.start(run, times.zeroNanos());
    return true;
  }

  /**
   * Stops sending after all earlier parameters are applied, so that unsent operations are counted
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
    promises.forgetMoves();
    boolean changed = parameters.drop(dropped);
    if (changed && hasPart()) {
      local.parametersDropped(run, from);
    }
    for (JournalEntry entry : dropped) {
      if (state.takesPart() && entry.item() instanceof SharesMoved moved) {
        promises.withhold(entry, moved);
      }
    }
  }

  private void follow(JournalEntry entry) {
    switch (entry.item()) {
      case Joined joined when joined.node().equals(node.id()) -> joined(joined);
      case Left gone when gone.node().equals(node.id()) && gone.why() == Leaving.DRAINED ->
          drain(entry, Long.MAX_VALUE);
      case SharesMoved moved -> {
        promises.moved(moved);
        pass(entry);
      }
      case Stated stated -> stated(entry, stated);
      default -> pass(entry);
    }
  }

  /** Passes an entry to the generator or the view of the run, if it has an effect there. */
  private void pass(JournalEntry entry) {
    if (!hasPart()) {
      return;
    }
    switch (entry.item()) {
      case Changed changed
          when parameters.isApplied(entry) && changed.scope().contains(node.id(), node.labels()) ->
          local.parameters(
              run, entry.number(), entry.atRunNanos(), parameters.after(entry.number(), node));
      case SharesMoved moved -> local.moved(run, entry.atRunNanos(), moved);
      default -> {
        // Only for the mirror.
      }
    }
  }

  private void joined(Joined joined) {
    boolean hadOther = state.takesPart() && generator != joined.generator();
    generator = joined.generator();
    if (hadOther) {
      // The number of a coordinator that the others did not know. Another node may have it.
      failed("took part with another number, which is that of another node");
      local.kill(run);
    }
    if (state == MemberState.FOLLOWING) {
      state = MemberState.PREPARING;
      watches = false;
      local.prepare(run, generator, journal.submitted().spec());
      journal.all().forEach(this::pass);
      mirror.passAgain();
    }
  }

  private void stated(JournalEntry entry, Stated stated) {
    switch (stated.state()) {
      case DRAINING -> {
        drain(entry, stated.doubtfulFromRunNanos());
        if (watches && !stated.endsByItself()) {
          local.drain(run, stated.doubtfulFromRunNanos());
        }
      }
      case FAILED, KILLED -> kill(stated.reason());
      default -> {
        // Readiness and the instant of the start are part of the orders.
      }
    }
  }
}

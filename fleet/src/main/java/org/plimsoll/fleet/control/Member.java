package org.plimsoll.fleet.control;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.fleet.control.FleetMessage.Answer;
import org.plimsoll.fleet.control.FleetMessage.Ask;
import org.plimsoll.fleet.control.FleetMessage.Beat;
import org.plimsoll.fleet.control.FleetMessage.Claim;
import org.plimsoll.fleet.control.FleetMessage.Entries;
import org.plimsoll.fleet.control.FleetMessage.Fetch;
import org.plimsoll.fleet.control.FleetMessage.Items;
import org.plimsoll.fleet.control.FleetMessage.Kill;
import org.plimsoll.fleet.control.FleetMessage.Orders;
import org.plimsoll.fleet.control.FleetMessage.Refused;
import org.plimsoll.fleet.control.FleetMessage.Report;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;
import org.plimsoll.fleet.control.FleetMessage.RunOrder;
import org.plimsoll.fleet.control.FleetMessage.RunReport;

/**
 * The member of a node. It follows the coordinator with the highest term, holds the node's lease,
 * and passes the journal of each run to the node's generator. It is deterministic, because the
 * caller passes the time. Not thread-safe.
 */
public final class Member {
  /** The answer to a command that no coordinator has answered in time. */
  public static final String NO_COORDINATOR =
      "No coordinator of the fleet has answered. The command may have taken effect: check before"
          + " you repeat it.";

  private Node node;
  private final Timings timings;
  private final Outbox out;
  private final LocalRuns local;
  private final SecondsStore store;
  private final ItemStore items;
  private final Map<String, MemberRun> runs = new TreeMap<>();

  /** Ended runs that a coordinator may still know, and that must not start again on this node. */
  private final Set<String> forgotten = new HashSet<>();

  private final MemberAsks asks;
  private final FormerRuns former = new FormerRuns();
  private ClockSamples samples = new ClockSamples();
  private Term term = Term.NONE;
  private Term ordered = Term.NONE;
  private int nodes;
  private long ordersSequence;
  private long beatSequence;
  private long nextBeatNanos;
  private long nextForgetNanos = Long.MIN_VALUE;
  private long leaseEndNanos = Long.MIN_VALUE;
  private boolean draining;
  private boolean left;
  private String refusal = "";

  /** Creates the member of a process that has just started. */
  public Member(
      Node node,
      Timings timings,
      Outbox out,
      LocalRuns local,
      SecondsStore store,
      ItemStore items) {
    this.node = node;
    this.timings = timings;
    this.out = out;
    this.local = local;
    this.asks = new MemberAsks(node.id(), out, local);
    this.store = store;
    this.items = items;
  }

  /**
   * Continues the work of an earlier member of this process, whose node was removed. It delivers
   * the remaining results, and repeats its kills. Must be called before anything else.
   */
  public void continueFor(Member before) {
    former.add(before.former.all());
    before.runs.values().forEach(run -> former.add(run.undelivered()));
    before.runs.forEach((id, run) -> {
      if (!run.killReason().isEmpty()) {
        run(id).kill(run.killReason());
      }
    });
  }

  /** Handles a message that the transport has delivered. */
  public void receive(FleetMessage message, long nowNanos) {
    switch (message) {
      case Claim claim -> claimed(claim, nowNanos);
      case Orders orders when follows(orders.term()) -> ordered(orders, nowNanos);
      case Entries entries when follows(entries.term(), entries.run()) ->
          beatIf(run(entries.run()).entries(entries), nowNanos);
      case Items items when follows(items.term(), items.run()) ->
          beatIf(run(items.run()).items(items), nowNanos);
      case Fetch fetch when follows(fetch.term()) -> fetch(fetch);
      case Answer answer -> asks.answered(answer);
      case Kill kill when !forgotten.contains(kill.run()) -> kill(kill, nowNanos);
      default -> {
        // Messages of an earlier term, and messages for the coordinator.
      }
    }
  }

  /** Called every {@link Timings#tickNanos}. */
  public void tick(long nowNanos) {
    if (nowNanos >= nextForgetNanos) {
      nextForgetNanos = nowNanos + timings.beatNanos();
      forget(nowNanos);
    }
    runs.values().forEach(run -> run.mirror().pass());
    if (!following()) {
      asks.expire(nowNanos);
      return;
    }
    boolean isNew = runs.values().stream().anyMatch(MemberRun::hasSettled);
    if (nowNanos >= nextBeatNanos || !samples.measured() || isNew) {
      beat(nowNanos);
      asks.send(term.node());
    }
    asks.expire(nowNanos);
  }

  /** Sends a command to the fleet. {@link LocalRuns#answered} receives the answer. */
  public void ask(String id, Command command, long nowNanos) {
    Ask ask = asks.add(id, command, nowNanos);
    if (following()) {
      out.toCoordinator(term.node(), ask);
    }
  }

  /** Kills a run on all reachable nodes, with or without a coordinator. */
  public void kill(String run, String who, long nowNanos) {
    kill(new Kill(run, who), nowNanos);
  }

  /** Reports that the generator has prepared a run. */
  public void prepared(String run, long nowNanos) {
    tell(run, MemberRun::prepared, nowNanos);
  }

  /** Reports that the generator waits for the start of a run. */
  public void atStart(String run, long nowNanos) {
    tell(run, MemberRun::atStart, nowNanos);
  }

  /**
   * Reports that the generator cannot start a run, or that its load has failed. Its last one-second
   * result must be complete.
   */
  public void failed(String run, String reason, long nowNanos) {
    tell(run, its -> its.failed(reason), nowNanos);
  }

  /** Reports that the generator has started a run, at an instant of this node's clock. */
  public void started(String run, long startedNanos, long nowNanos) {
    tell(run, its -> its.started(startedNanos), nowNanos);
  }

  /** Reports a complete one-second result of the generator. */
  public void second(String run, long second, byte[] data, long nowNanos) {
    if (forgotten.contains(run)) {
      return;
    }
    MemberRun member = run(run);
    member.seconds().add(second, data);
    if (following()) {
      member.sendSeconds(term, out, nowNanos);
    }
  }

  /** Records that the generator has written all rows of a range. */
  public void filled(String run, FillRange range, long nowNanos) {
    tell(run, its -> its.fills().filled(range), nowNanos);
  }

  /** Reports that the generator requests ranges of these operations from now on. */
  public void asksOperations(String run, FillRange operations, long nowNanos) {
    tell(run, its -> its.operations().ask(operations), nowNanos);
  }

  /** Reports that the generator has used all operations of a range. */
  public void operationsUsed(String run, FillRange range, long nowNanos) {
    tell(run, its -> its.operations().used(range), nowNanos);
  }

  /** Reports that the generator returns a granted range unused, and requests no more. */
  public void operationsReturned(String run, FillRange range, long nowNanos) {
    tell(run, its -> its.operations().returned(range), nowNanos);
  }

  /** Reports that the generator has ended a run. Its last one-second result must be complete. */
  public void ended(String run, long nowNanos) {
    tell(run, its -> its.ended(nowNanos), nowNanos);
  }

  /** Passes a report of the generator to its run, unless the run was already forgotten. */
  private void tell(String run, Consumer<MemberRun> what, long nowNanos) {
    if (!forgotten.contains(run)) {
      what.accept(run(run));
      beat(nowNanos);
    }
  }

  /** Whether the member has nothing to do until a message arrives, except for heartbeats. */
  public boolean isIdle() {
    boolean isMeasured = !following() || samples.measured();
    return isMeasured && asks.isEmpty() && runs.values().stream().allMatch(MemberRun::isIdle);
  }

  /** Returns the instant at which this node's right to send ends, by its own clock. */
  public long leaseEndNanos() {
    return leaseEndNanos;
  }

  /** Returns this node's copy of the journal of a run; empty for an unknown run. */
  public List<JournalEntry> journal(String run) {
    MemberRun found = runs.get(run);
    return found == null ? List.of() : found.journal().all();
  }

  /** Returns the size of the merged results in memory. Results of ended runs are not in memory. */
  public long mergedBytes() {
    return runs.values().stream().mapToLong(run -> run.mirror().bytes()).sum();
  }

  /** The weight of this node's shares. */
  public int weight() {
    return node.weight();
  }

  /** The term that this node follows. */
  public Term term() {
    return term;
  }

  /**
   * Returns why the versions of coordinator and node are incompatible; empty if they are
   * compatible.
   */
  public String refusal() {
    return refusal;
  }

  /** Returns the offset between the clocks of node and coordinator, from the fastest round trip. */
  public long clockOffsetNanos() {
    return samples.offsetNanos();
  }

  /** Returns the round-trip time of the measurement that {@link #clockOffsetNanos} uses. */
  public long clockRoundTripNanos() {
    return samples.roundTripNanos();
  }

  private void claimed(Claim claim, long nowNanos) {
    if (claim.term().compareTo(term) < 0) {
      out.toCoordinator(claim.term().node(), new Refused(node.id(), term));
      return;
    }
    refusal =
        claim.protocol() == node.protocol()
            ? ""
            : "Node: version %s, protocol %d; fleet: %s, protocol %d. Install the same version."
                .formatted(node.version(), node.protocol(), claim.version(), claim.protocol());
    if (claim.term().compareTo(term) > 0) {
      term = claim.term();
      ordersSequence = 0;
      samples = new ClockSamples();
      nextBeatNanos = nowNanos + timings.tickNanos();
      runs.values().forEach(MemberRun::newTerm);
    }
    List<RunReport> reports = runs.values().stream().map(MemberRun::report).toList();
    out.toCoordinator(term.node(), new Report(term, node, draining, ordered, nodes, reports));
  }

  private void ordered(Orders orders, long nowNanos) {
    if (orders.echoNanos() != 0) {
      samples.add(orders.echoNanos(), orders.nowNanos(), nowNanos);
    }
    // A late answer must not extend the right to send beyond what it granted when it was sent.
    boolean newest = orders.sequence() > ordersSequence;
    if (newest) {
      ordersSequence = orders.sequence();
      ordered = orders.term();
      nodes = orders.nodes();
      node = node.withWeight(orders.weight());
      draining |= orders.draining();
      boolean changed = false;
      for (RunOrder order : orders.runs()) {
        if (forgotten.contains(order.run())) {
          continue;
        }
        changed |= run(order.run()).ordered(order, samples, nowNanos);
      }
      if (orders.leaseNanos() > 0) {
        renew(orders.echoNanos() + orders.leaseNanos());
      }
      if (orders.mayLeave() && !left) {
        left = true;
        local.mayLeave();
      }
      beatIf(changed, nowNanos);
    }
  }

  private void renew(long endNanos) {
    if (endNanos > leaseEndNanos) {
      leaseEndNanos = endNanos;
      local.sendUntil(endNanos);
    }
  }

  private void fetch(Fetch fetch) {
    if (forgotten.contains(fetch.run())) {
      out.toCoordinator(
          term.node(), new Entries(term, node.id(), fetch.run(), Term.NONE, List.of()));
      return;
    }
    MemberRun run = run(fetch.run());
    out.toCoordinator(
        term.node(),
        new Entries(
            term,
            node.id(),
            fetch.run(),
            run.journal().termAt(fetch.fromEntry() - 1),
            run.journal().from(fetch.fromEntry())));
    out.toCoordinator(term.node(), run.mirror().from(term, node.id(), fetch.fromItem()));
  }

  private void kill(Kill kill, long nowNanos) {
    if (run(kill.run()).kill("killed by " + kill.who())) {
      out.toAllMembers(kill);
      beat(nowNanos);
    }
  }

  private void beatIf(boolean changed, long nowNanos) {
    if (changed) {
      beat(nowNanos);
    }
  }

  private void beat(long nowNanos) {
    if (!following()) {
      return;
    }
    nextBeatNanos = nowNanos + (samples.measured() ? timings.beatNanos() : timings.tickNanos());
    List<RunBeat> beats = new ArrayList<>();
    for (MemberRun run : runs.values()) {
      beats.add(run.beat(samples, nowNanos));
      run.sendSeconds(term, out, nowNanos);
    }
    out.toCoordinator(
        term.node(), new Beat(term, node.id(), ++beatSequence, nowNanos, List.copyOf(beats)));
  }

  private void forget(long nowNanos) {
    former.expire(nowNanos);
    List<String> over =
        runs.entrySet().stream()
            .filter(each -> each.getValue().age(nowNanos))
            .map(Map.Entry::getKey)
            .toList();
    for (String run : over) {
      requireNonNull(runs.remove(run)).forget();
      forgotten.add(run);
      items.forget(run);
      local.forgotten(run);
    }
  }

  private boolean following() {
    return !term.equals(Term.NONE) && refusal.isEmpty();
  }

  private boolean follows(Term other) {
    return other.equals(term) && refusal.isEmpty();
  }

  private boolean follows(Term other, String run) {
    return follows(other) && !forgotten.contains(run);
  }

  private MemberRun run(String id) {
    return runs.computeIfAbsent(
        id,
        run ->
            new MemberRun(run, node, local, new SecondsQueue(run, store), items, former.take(run)));
  }
}

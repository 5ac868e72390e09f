package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.Protocol;
import org.plimsoll.fleet.control.FleetMessage.Ask;
import org.plimsoll.fleet.control.FleetMessage.Beat;
import org.plimsoll.fleet.control.FleetMessage.Claim;
import org.plimsoll.fleet.control.FleetMessage.Entries;
import org.plimsoll.fleet.control.FleetMessage.Items;
import org.plimsoll.fleet.control.FleetMessage.Orders;
import org.plimsoll.fleet.control.FleetMessage.Refused;
import org.plimsoll.fleet.control.FleetMessage.Report;
import org.plimsoll.fleet.control.FleetMessage.RunBeat;
import org.plimsoll.fleet.control.FleetMessage.RunOrder;
import org.plimsoll.fleet.control.FleetMessage.RunReport;
import org.plimsoll.fleet.control.FleetMessage.Second;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.JournalEntry.Submitted;

/**
 * The coordinator of a fleet. It grants leases and directs each run. It runs on exactly one node at
 * a time, as a cluster singleton. It stores no state on disk: a new coordinator reads the state
 * from the members. It is deterministic, because the caller passes the time. Not thread-safe.
 */
public final class Coordinator {
  private final String node;
  private final String version;
  private final Timings timings;
  private final Merger merger;
  private final ItemStore items;
  private final Outbox out;
  private final Map<String, RunDirector> runs = new TreeMap<>();
  private final Doubts doubts;
  private Term term;
  private Members members;
  private CommandHandler commands;
  private @Nullable TakeOver takeOver;
  private long sinceNanos;
  private long claimNanos;
  private long pushNanos;
  private long sequence;

  /**
   * Creates a coordinator that takes over now.
   *
   * @param node node on which the coordinator runs
   * @param known the highest term that this node's member has seen
   * @param items items of the merged streams that this node's member has stored
   */
  public Coordinator(
      String node,
      Term known,
      String version,
      Timings timings,
      Merger merger,
      ItemStore items,
      Outbox out,
      long nowNanos) {
    this.node = node;
    this.version = version;
    this.timings = timings;
    this.merger = merger;
    this.items = items;
    this.out = out;
    this.term = new Term(known.number() + 1, node);
    this.doubts = new Doubts(timings, nowNanos);
    this.members = new Members(timings, nowNanos);
    this.commands = new CommandHandler(term, members, runs, this::submitted, out);
    this.takeOver = new TakeOver(term, timings, members, items, out, nowNanos);
    this.sinceNanos = nowNanos;
  }

  /** Called when a node has joined the fleet or is reachable again. */
  public void up(String id, long nowNanos) {
    members.up(id);
    claim(id);
    claimNanos = nowNanos + timings.repeatNanos();
  }

  /** Called when a node is unreachable. The node may become reachable again. */
  public void unreachable(String id) {
    members.unreachable(id);
  }

  /**
   * Called when a node is no longer in the fleet. It may still send operations until its lease
   * ends.
   */
  public void removed(String id) {
    members.removed(id);
  }

  /** Handles a message that the transport has delivered. */
  public void receive(FleetMessage message, long nowNanos) {
    doubts.look(nowNanos);
    switch (message) {
      case Report report when report.term().equals(term) -> report(report, nowNanos);
      case Refused refused -> refused(refused, nowNanos);
      case Beat beat when beat.term().equals(term) -> beat(beat, nowNanos);
      case Entries entries when entries.term().equals(term) -> {
        if (takeOver != null) {
          takeOver.entries(entries);
          step(nowNanos);
        }
      }
      case Items items when items.term().equals(term) -> {
        if (takeOver != null) {
          takeOver.items(items);
          step(nowNanos);
        }
      }
      case Second second when second.term().equals(term) -> {
        RunDirector run = runs.get(second.run());
        if (run != null) {
          run.second(second, nowNanos);
        }
      }
      case Ask ask when takeOver == null -> {
        if (commands.handle(ask, nowNanos)) {
          step(nowNanos);
          push(nowNanos);
        }
      }
      default -> {
        // Messages of an earlier term, and messages for members.
      }
    }
  }

  /** Called every {@link Timings#tickNanos}. */
  public void tick(long nowNanos) {
    doubts.look(nowNanos);
    if (nowNanos >= claimNanos) {
      claimNanos = nowNanos + timings.repeatNanos();
      // A silent member may follow a coordinator that the cluster has removed, and answer that
      // coordinator.
      members.all().stream()
          .filter(each -> !each.reported() || !members.heard(each.id(), nowNanos))
          .forEach(each -> claim(each.id()));
    }
    step(nowNanos);
    boolean urgent = runs.values().stream().anyMatch(RunDirector::ordersUrgent);
    if (urgent && nowNanos >= pushNanos) {
      push(nowNanos);
    }
  }

  /** Returns the term of this coordinator. */
  public Term term() {
    return term;
  }

  /** Whether this coordinator has taken over and directs the runs. */
  public boolean isActive() {
    return takeOver == null;
  }

  /** Whether the coordinator has nothing to do until a message arrives. */
  public boolean isIdle() {
    return takeOver == null
        && commands.isEmpty()
        && runs.values().stream().allMatch(run -> run.state().isEnd());
  }

  /** Returns the runs and their states. */
  public Map<String, RunState> runStates() {
    Map<String, RunState> states = new TreeMap<>();
    runs.forEach((id, run) -> states.put(id, run.state()));
    return states;
  }

  /**
   * Returns the size of the merged results in memory. Results of ended runs are not in memory once
   * all nodes have stored them.
   */
  public long mergedBytes() {
    return runs.values().stream().mapToLong(RunDirector::mergedBytes).sum();
  }

  private void claim(String id) {
    out.toMember(id, new Claim(term, version, Protocol.VERSION));
  }

  private void report(Report report, long nowNanos) {
    Members.@Nullable Seen member = members.find(report.node().id());
    boolean first = member != null && !member.reported();
    members.reported(report, nowNanos);
    if (takeOver != null) {
      takeOver.reported(report);
    } else if (first) {
      for (RunReport each : report.runs()) {
        RunDirector run = runs.get(each.run());
        if (run != null) {
          run.reported(report.node().id(), each, nowNanos);
        } else if (each.journal() > 0) {
          // No node that knew this run was reachable when this coordinator took over.
          takeOverAgain(term.number() + 1, nowNanos);
          return;
        }
      }
    }
    step(nowNanos);
  }

  /**
   * Handles a member that follows a higher term. This coordinator then takes an even higher term,
   * unless the cluster may have replaced it.
   */
  private void refused(Refused refused, long nowNanos) {
    boolean isAlone =
        !members.mostHeard(nowNanos) && nowNanos - sinceNanos > timings.silenceNanos();
    if (refused.seen().compareTo(term) <= 0 || doubts.waits(isAlone, nowNanos)) {
      return;
    }
    takeOverAgain(refused.seen().number() + 1, nowNanos);
  }

  private void takeOverAgain(long number, long nowNanos) {
    List<String> known = members.all().stream().map(Members.Seen::id).toList();
    term = new Term(number, node);
    members = new Members(timings, nowNanos);
    known.forEach(members::up);
    takeOver = new TakeOver(term, timings, members, items, out, nowNanos);
    sinceNanos = nowNanos;
    doubts.resolved();
    runs.clear();
    commands = new CommandHandler(term, members, runs, this::submitted, out);
    known.forEach(this::claim);
    claimNanos = nowNanos + timings.repeatNanos();
  }

  private void beat(Beat beat, long nowNanos) {
    if (!members.beat(beat, nowNanos) || takeOver != null) {
      return;
    }
    for (RunBeat each : beat.runs()) {
      RunDirector run = runs.get(each.run());
      if (run != null) {
        run.beat(beat.node(), each, nowNanos);
      }
    }
    step(nowNanos);
    boolean renews =
        members.mostHeard(nowNanos)
            && runs.values().stream().allMatch(run -> run.maySend(beat.node()));
    if (renews) {
      members.renewed(beat.node(), nowNanos);
    }
    order(beat.node(), beat.sentNanos(), renews ? timings.leaseNanos() : 0, nowNanos);
  }

  private void step(long nowNanos) {
    TakeOver begun = takeOver;
    if (begun != null) {
      List<TakeOver.Fetched> fetched = begun.step(nowNanos);
      if (fetched == null) {
        return;
      }
      fetched.forEach(each -> goOn(each, begun.isCertain(), nowNanos));
      takeOver = null;
    }
    members.watch(nowNanos);
    runs.values().removeIf(run -> run.age(nowNanos));
    boolean changed = false;
    for (RunDirector run : runs.values()) {
      changed |= run.step(nowNanos);
    }
    commands.answer();
    if (changed) {
      push(nowNanos);
    }
  }

  private void goOn(TakeOver.Fetched fetched, boolean isCertain, long nowNanos) {
    MergedStream stream = new MergedStream(fetched.run(), timings, merger, items);
    stream.restore(fetched.bestStream().getValue().kept(), fetched.items());
    RunDirector run = director(fetched.run(), fetched.journal(), stream, sinceNanos);
    runs.put(fetched.run(), run);
    run.takeOver(fetched.reports(), isCertain, nowNanos);
  }

  /** Creates the director of a run that was submitted now. */
  private RunDirector submitted(Command.Submit submit) {
    Journal journal = new Journal();
    journal.append(term, 0, new Submitted(submit.spec(), submit.policy(), submit.who()));
    journal.append(term, 0, new Stated(RunState.PREPARING, ""));
    MergedStream stream = new MergedStream(submit.run(), timings, merger, items);
    return director(submit.run(), journal, stream, RunZero.FIRST_TERM);
  }

  private RunDirector director(
      String run, Journal journal, MergedStream stream, long takenOverNanos) {
    RunDirector.Mirrored mirrored = new RunDirector.Mirrored(stream, out, takenOverNanos);
    return new RunDirector(run, term, timings, members, journal, mirrored);
  }

  private void push(long nowNanos) {
    pushNanos = nowNanos + timings.repeatNanos();
    for (Members.Seen each : members.all()) {
      if (each.takesPart()) {
        order(each.id(), 0, 0, nowNanos);
      }
    }
  }

  private void order(String to, long echoNanos, long leaseNanos, long nowNanos) {
    Members.@Nullable Seen member = members.find(to);
    if (member == null) {
      return;
    }
    List<RunOrder> orders = runs.values().stream().map(run -> run.order(to, nowNanos)).toList();
    boolean mayLeave = member.draining() && runs.values().stream().allMatch(run -> run.spares(to));
    out.toMember(
        to,
        new Orders(
            term,
            ++sequence,
            echoNanos,
            nowNanos,
            leaseNanos,
            member.draining(),
            mayLeave,
            members.all().size(),
            member.weight(),
            orders));
  }
}

package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.Protocol;
import org.plimsoll.fleet.control.FleetMessage.Answer;
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
 * The coordinator of a fleet. It grants leases and directs each run. Exactly one node has it at a
 * time, as a cluster singleton. It has no persistent state: a new coordinator reads the state from
 * the members. Deterministic, with the time given by the caller; not thread-safe.
 */
public final class Coordinator {
  private final String node;
  private final String version;
  private final Timings timings;
  private final Merger merger;
  private final ItemStore items;
  private final Outbox out;
  private final Map<String, RunDirector> runs = new TreeMap<>();
  private final Map<String, Pending> pending = new TreeMap<>();
  private final Doubts doubts;
  private Term term;
  private Members members;
  private @Nullable TakeOver takeOver;
  private long sinceNanos;
  private long claimNanos;
  private long pushNanos;
  private long sequence;

  /**
   * Creates a coordinator that takes over now.
   *
   * @param node node of the coordinator
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
    this.takeOver = new TakeOver(term, timings, members, items, out, nowNanos);
    this.sinceNanos = nowNanos;
  }

  /** Called when a node has joined the fleet or is reachable again. */
  public void up(String id, long nowNanos) {
    members.up(id);
    claim(id);
    claimNanos = nowNanos + timings.repeatNanos();
  }

  /** Called when a node is unreachable; it may become reachable again. */
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

  /** Takes a message that the transport has delivered. */
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
      case Ask ask when takeOver == null -> ask(ask, nowNanos);
      default -> {
        // Of a former term, or for members.
      }
    }
  }

  /** Called each {@link Timings#tickNanos}. */
  public void tick(long nowNanos) {
    doubts.look(nowNanos);
    if (nowNanos >= claimNanos) {
      claimNanos = nowNanos + timings.repeatNanos();
      // Who is silent may follow a coordinator that the cluster has removed, and says so.
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

  /** The term of this coordinator. */
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
        && pending.isEmpty()
        && runs.values().stream().allMatch(run -> run.state().isEnd());
  }

  /** The runs and their states. */
  public Map<String, RunState> runStates() {
    Map<String, RunState> states = new TreeMap<>();
    runs.forEach((id, run) -> states.put(id, run.state()));
    return states;
  }

  /**
   * Returns the size of the merged results in memory. Results of ended runs that all nodes have are
   * not in memory.
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
          // All who knew this run were away when this coordinator took over.
          takeOverAgain(term.number() + 1, nowNanos);
          return;
        }
      }
    }
    step(nowNanos);
  }

  /**
   * Handles a member that follows a higher term. This coordinator then takes a still higher term,
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
    pending.clear();
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
    answer();
    if (changed) {
      push(nowNanos);
    }
  }

  private void goOn(TakeOver.Fetched fetched, boolean isCertain, long nowNanos) {
    MergedStream stream = new MergedStream(fetched.run(), timings, merger, items);
    stream.restore(fetched.bestStream().getValue().kept(), fetched.items());
    RunDirector run =
        new RunDirector(
            fetched.run(),
            term,
            timings,
            members,
            fetched.journal(),
            new RunDirector.Mirrored(stream, out, sinceNanos));
    runs.put(fetched.run(), run);
    run.takeOver(fetched.reports(), isCertain, nowNanos);
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

  private void ask(Ask ask, long nowNanos) {
    // Who has not reported may know the run that it names; it asks again.
    Members.@Nullable Seen asking = members.find(ask.node());
    if (asking == null || !asking.reported() || pending.containsKey(ask.id())) {
      return;
    }
    if (ask.command() instanceof Command.Weigh weigh && members.named(weigh.node()).isEmpty()) {
      reply(ask, false, Members.unknown(weigh.node()));
      return;
    }
    String run =
        switch (ask.command()) {
          case Command.Submit submit -> submit(submit);
          case Command.Change change -> change.run();
          case Command.Stop stop -> stop.run();
          case Command.Fill fill -> fill.run();
          case Command.Operations operations -> operations.run();
          case Command.SwitchFill fill -> fill.run();
          case Command.Done done -> done.run();
          case Command.Place place -> place.run();
          case Command.Drain drain -> {
            members.drain(drain.node());
            yield "";
          }
          case Command.Weigh weigh -> {
            members.weigh(weigh.node(), weigh.weight());
            runs.values().forEach(each -> each.weigh(weigh.node(), weigh.weight(), nowNanos));
            yield "";
          }
        };
    RunDirector director = runs.get(run);
    if (director == null) {
      boolean accepted = run.isEmpty();
      reply(ask, accepted, accepted ? "" : "No run `" + run + "` in this fleet.");
    } else {
      RunDirector.Outcome outcome = director.command(ask.id(), ask.command(), nowNanos);
      if (outcome.refusal().isEmpty()) {
        pending.put(ask.id(), new Pending(ask, run, outcome.entry()));
      } else {
        reply(ask, false, outcome.refusal());
      }
    }
    step(nowNanos);
    push(nowNanos);
  }

  private String submit(Command.Submit submit) {
    if (!runs.containsKey(submit.run())) {
      Journal journal = new Journal();
      journal.append(term, 0, new Submitted(submit.spec(), submit.policy(), submit.who()));
      journal.append(term, 0, new Stated(RunState.PREPARING, ""));
      MergedStream stream = new MergedStream(submit.run(), timings, merger, items);
      runs.put(
          submit.run(),
          new RunDirector(
              submit.run(),
              term,
              timings,
              members,
              journal,
              new RunDirector.Mirrored(stream, out, RunZero.FIRST_TERM)));
    }
    return submit.run();
  }

  /** Answers the commands that most nodes have stored, so that the loss of one undoes none. */
  private void answer() {
    for (Pending each : List.copyOf(pending.values())) {
      RunDirector run = runs.get(each.run());
      if (run != null && run.mostFollow(each.entry())) {
        pending.remove(each.ask().id());
        reply(each.ask(), true, "");
      }
    }
  }

  private void reply(Ask ask, boolean accepted, String sentence) {
    out.toMember(ask.node(), new Answer(term, ask.id(), accepted, sentence));
  }

  private record Pending(Ask ask, String run, long entry) {}
}

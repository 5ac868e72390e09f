package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.control.FleetMessage.Answer;
import org.plimsoll.fleet.control.FleetMessage.Ask;

/**
 * Executes and answers the commands of members for the coordinator, during one term. A command is
 * answered when a majority of nodes has stored it, so that the loss of one node does not undo it.
 */
final class CommandHandler {
  private final Term term;
  private final Members members;
  private final Map<String, RunDirector> runs;
  private final Function<Command.Submit, RunDirector> directors;
  private final Outbox out;

  /** The executed commands that are not answered yet, by id. */
  private final Map<String, Pending> pending = new TreeMap<>();

  /**
   * Creates a handler without commands.
   *
   * @param runs all runs; submitted ones are added
   * @param directors creates the director of a submitted run
   */
  CommandHandler(
      Term term,
      Members members,
      Map<String, RunDirector> runs,
      Function<Command.Submit, RunDirector> directors,
      Outbox out) {
    this.term = term;
    this.members = members;
    this.runs = runs;
    this.directors = directors;
    this.out = out;
  }

  /**
   * An executed command that is not answered yet.
   *
   * @param entry number of the journal entry that nodes must store
   */
  private record Pending(Ask ask, String run, long entry) {}

  /** Whether all executed commands are answered. */
  boolean isEmpty() {
    return pending.isEmpty();
  }

  /** Executes a command; returns whether members may need new orders. */
  boolean handle(Ask ask, long nowNanos) {
    // A node that has not reported yet may know the run that the command refers to. It repeats the
    // command.
    Members.@Nullable Seen asking = members.find(ask.node());
    if (asking == null || !asking.reported() || pending.containsKey(ask.id())) {
      return false;
    }
    String refusal = refusal(ask.command());
    if (!refusal.isEmpty()) {
      reply(ask, false, refusal);
      return false;
    }
    String run = applyToFleet(ask.command(), nowNanos);
    RunDirector director = runs.get(run);
    if (director == null) {
      boolean accepted = run.isEmpty();
      reply(ask, accepted, accepted ? "" : "No run `" + run + "` in this fleet.");
      return true;
    }
    RunDirector.Outcome outcome = director.command(ask.id(), ask.command(), nowNanos);
    if (outcome.refusal().isEmpty()) {
      pending.put(ask.id(), new Pending(ask, run, outcome.entry()));
    } else {
      reply(ask, false, outcome.refusal());
    }
    return true;
  }

  /** Returns why a command names no node of the fleet; empty if it names one or needs none. */
  private String refusal(Command command) {
    return switch (command) {
      case Command.Submit submit when !runs.containsKey(submit.run()) ->
          Roster.refusal(submit.policy().fleet().nodes(), members);
      case Command.Weigh weigh when members.named(weigh.node()).isEmpty() ->
          Members.unknown(weigh.node());
      default -> "";
    };
  }

  /**
   * Executes the part of a command that concerns the whole fleet. Returns the run that executes the
   * rest; empty if there is none.
   */
  private String applyToFleet(Command command, long nowNanos) {
    return switch (command) {
      case Command.Submit submit -> {
        runs.computeIfAbsent(submit.run(), _ -> directors.apply(submit));
        yield submit.run();
      }
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
  }

  /** Answers the commands that a majority of nodes has stored. */
  void answer() {
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
}

package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.fleet.control.FleetMessage.Answer;
import org.plimsoll.fleet.control.FleetMessage.Ask;

/** Tracks the commands of a node that the fleet has not answered yet. */
final class MemberAsks {
  private static final long ASK_NANOS = 5_000_000_000L;

  private final String node;
  private final Outbox out;
  private final LocalRuns local;
  private final Map<String, Asked> asked = new TreeMap<>();

  MemberAsks(String node, Outbox out, LocalRuns local) {
    this.node = node;
    this.out = out;
    this.local = local;
  }

  private record Asked(Ask ask, long untilNanos) {}

  /** Adds a command. */
  Ask add(String id, Command command, long nowNanos) {
    Ask ask = new Ask(node, id, command);
    asked.put(id, new Asked(ask, nowNanos + ASK_NANOS));
    return ask;
  }

  /** Repeats all unanswered commands to a coordinator. */
  void send(String coordinator) {
    asked.values().forEach(each -> out.toCoordinator(coordinator, each.ask()));
  }

  void answered(Answer answer) {
    if (asked.remove(answer.id()) != null) {
      local.answered(answer.id(), answer.accepted(), answer.sentence());
    }
  }

  /** Answers the commands that no coordinator has answered in time. */
  void expire(long nowNanos) {
    for (Asked each : List.copyOf(asked.values())) {
      if (nowNanos >= each.untilNanos()) {
        asked.remove(each.ask().id());
        local.answered(each.ask().id(), false, Member.NO_COORDINATOR);
      }
    }
  }

  boolean isEmpty() {
    return asked.isEmpty();
  }
}

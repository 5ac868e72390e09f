package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.control.JournalEntry.Joined;
import org.plimsoll.fleet.control.JournalEntry.Leaving;
import org.plimsoll.fleet.control.JournalEntry.Left;

/** The current and former nodes of a run, derived from its journal. */
final class Participants {
  /** Numbers left unused after a take-over, for nodes whose joining is missing in the journal. */
  private static final int GAP = 8;

  private final Map<String, Participant> byNode = new TreeMap<>();
  private int nextGenerator;

  /**
   * One node with its number in the run.
   *
   * @param left why the node left the run; null while it is in the run
   */
  record Participant(
      String node, int generator, int weight, Map<String, String> labels, @Nullable Leaving left) {
    boolean active() {
      return left == null;
    }

    /** Returns the name for display. */
    String name() {
      return labels.getOrDefault("name", node);
    }
  }

  void follow(JournalEntry.Item item) {
    if (item instanceof Joined joined) {
      byNode.put(
          joined.node(),
          new Participant(
              joined.node(), joined.generator(), joined.weight(), joined.labels(), null));
      nextGenerator = Math.max(nextGenerator, joined.generator() + 1);
    } else if (item instanceof Left gone) {
      byNode.computeIfPresent(
          gone.node(),
          (node, before) ->
              new Participant(
                  node, before.generator(), before.weight(), before.labels(), gone.why()));
    }
  }

  void skipNumbers() {
    nextGenerator += GAP;
  }

  /** Returns the current or former number of a node, or a new number. */
  int number(String node, int reported) {
    Participant before = byNode.get(node);
    if (before != null) {
      return before.generator();
    }
    boolean free =
        reported >= 0 && byNode.values().stream().noneMatch(each -> each.generator() == reported);
    return free ? reported : nextGenerator;
  }

  @Nullable Participant find(String node) {
    return byNode.get(node);
  }

  List<Participant> all() {
    return List.copyOf(byNode.values());
  }

  List<Participant> active() {
    return byNode.values().stream().filter(Participant::active).toList();
  }
}

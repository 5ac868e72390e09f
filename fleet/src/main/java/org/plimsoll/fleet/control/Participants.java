package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.fleet.control.JournalEntry.Joined;
import org.plimsoll.fleet.control.JournalEntry.Leaving;
import org.plimsoll.fleet.control.JournalEntry.Left;

/** The nodes that take or took part in a run, derived from its journal. */
final class Participants {
  /** Numbers that stay free after a take-over, for nodes that joined unknown to the journal. */
  private static final int GAP = 8;

  private final Map<String, Participant> byNode = new TreeMap<>();
  private int nextGenerator;

  /**
   * One node with its number in the run.
   *
   * @param left why it no longer takes part; null while it does
   */
  record Participant(
      String node, int generator, int weight, Map<String, String> labels, @Nullable Leaving left) {
    boolean active() {
      return left == null;
    }

    /** As people know it. */
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

  /** The node's number: the one that it has, or that it had, or a new one. */
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

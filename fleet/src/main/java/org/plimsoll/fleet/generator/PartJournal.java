package org.plimsoll.fleet.generator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.JournalEntry.FillOpened;
import org.plimsoll.fleet.control.JournalEntry.FillSwitched;
import org.plimsoll.fleet.control.JournalEntry.Joined;
import org.plimsoll.fleet.control.JournalEntry.Left;
import org.plimsoll.fleet.control.JournalEntry.SharesMoved;
import org.plimsoll.fleet.control.JournalEntry.Stated;
import org.plimsoll.fleet.control.JournalEntry.StepDone;
import org.plimsoll.fleet.control.RunState;
import org.plimsoll.fleet.control.ScopedValues;
import org.plimsoll.fleet.control.Share;
import org.plimsoll.fleet.control.SupersededChanges;

/** The journal of a run as the generator of this node uses it. Not thread-safe. */
final class PartJournal {
  private final TreeMap<Long, JournalEntry> entries = new TreeMap<>();

  /** The entries except changes, which may be numerous. */
  private final TreeMap<Long, JournalEntry> others = new TreeMap<>();

  private final SupersededChanges superseded =
      new SupersededChanges(entries::get, each -> entries.put(each.number(), each));

  /** The values after the last entry. */
  private final ScopedValues latest = new ScopedValues();

  /** The values after the entry that was requested last. */
  private final ScopedValues earlier = new ScopedValues();

  /** A fill that was opened, with its rows. */
  record OpenFill(int number, long base, long rows) {}

  void add(JournalEntry entry) {
    entries.put(entry.number(), entry);
    superseded.added(entry);
    if (!(entry.item() instanceof Changed)) {
      others.put(entry.number(), entry);
    }
    forget(entry.number());
  }

  /** Clears values that include an entry which will be replaced. */
  private void forget(long number) {
    for (ScopedValues each : List.of(latest, earlier)) {
      if (each.last() >= number) {
        each.clear();
      }
    }
  }

  /** Updates values to their state after an entry. */
  private ScopedValues after(long number, ScopedValues values) {
    if (number < values.last()) {
      values.clear();
    }
    entries.subMap(values.last(), false, number, true).values().forEach(values::follow);
    return values;
  }

  /** Returns all entries, in order. */
  List<JournalEntry> all() {
    return List.copyOf(entries.values());
  }

  /** Returns the content of entries of one kind, in order; changes are not included. */
  private <T extends JournalEntry.Item> Stream<T> items(Class<T> kind) {
    return others.values().stream()
        .map(JournalEntry::item)
        .filter(kind::isInstance)
        .map(kind::cast);
  }

  /** Removes the entries from a number on, which will be replaced. */
  void drop(long from) {
    entries.tailMap(from, true).clear();
    others.tailMap(from, true).clear();
    superseded.dropped(from);
    forget(from);
  }

  /** Returns the current generators of the run. */
  Set<Integer> active() {
    return nodes().stream().map(Joined::generator).collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the current generators with a share. */
  Set<Integer> sending() {
    Set<Integer> sending = new HashSet<>(active());
    sending.retainAll(
        lastShares().stream()
            .filter(share -> share.weight() > 0)
            .map(Share::generator)
            .collect(Collectors.toSet()));
    return sending;
  }

  /**
   * Returns the run time since which a generator has a share; empty if it has none.
   *
   * @param generator number of the generator
   */
  Optional<Long> sendsFromRunNanos(int generator) {
    if (lastShares().stream().noneMatch(share -> isOf(share, generator))) {
      return Optional.empty();
    }
    return others.values().stream()
        .filter(entry ->
            entry.item() instanceof SharesMoved moved
                && moved.shares().stream().anyMatch(share -> isOf(share, generator)))
        .map(JournalEntry::atRunNanos)
        .findFirst();
  }

  private static boolean isOf(Share share, int generator) {
    return share.generator() == generator && share.weight() > 0;
  }

  private List<Share> lastShares() {
    return items(SharesMoved.class)
        .reduce((_, last) -> last)
        .map(SharesMoved::shares)
        .orElse(List.of());
  }

  /** Returns the current nodes of the run. */
  private List<Joined> nodes() {
    TreeMap<String, Joined> byNode = new TreeMap<>();
    for (JournalEntry entry : others.values()) {
      if (entry.item() instanceof Joined joined) {
        byNode.put(joined.node(), joined);
      } else if (entry.item() instanceof Left left) {
        byNode.remove(left.node());
      }
    }
    return List.copyOf(byNode.values());
  }

  /** Returns the parameters that were set, by scope and by node. */
  PartScopes scopes() {
    if (entries.isEmpty()) {
      return new PartScopes(new ScopedValues(), nodes(), Map.of());
    }
    ScopedValues values = after(entries.lastKey(), latest).copy();
    Map<Long, String> who = new HashMap<>();
    for (Scope scope : values.scopes()) {
      values
          .of(scope::equals)
          .values()
          .forEach(value -> who.put(value.number(), who(value.number())));
    }
    return new PartScopes(values, nodes(), who);
  }

  /** Returns the sides that are on in the whole fleet after an entry. */
  Switches fleetSides(long number) {
    return PartScopes.sides(after(number, earlier).of(Scope.FLEET::equals));
  }

  /** Returns the entry that started the current fill during the load; empty without such a fill. */
  Optional<JournalEntry> fillDuringLoad() {
    return others.values().stream()
        .filter(entry -> entry.item() instanceof FillSwitched)
        .reduce((_, last) -> last)
        .filter(entry -> entry.item() instanceof FillSwitched switched && switched.isOn());
  }

  /** Returns the generator number of a current or former node. */
  Optional<Integer> generator(String node) {
    return items(Joined.class)
        .filter(joined -> joined.node().equals(node))
        .map(Joined::generator)
        .findFirst();
  }

  /** Returns the name of a node for display. */
  String name(String node) {
    return items(Joined.class)
        .filter(joined -> joined.node().equals(node))
        .map(joined -> joined.labels().getOrDefault("name", node))
        .findFirst()
        .orElse(node);
  }

  /** Returns the result of a step that one generator executes on behalf of all. */
  Optional<String> step(String name) {
    return items(StepDone.class)
        .filter(done -> done.step().equals(name))
        .map(StepDone::result)
        .findFirst();
  }

  /** Returns the results of the steps whose names start with a text, by name. */
  Map<String, String> steps(String start) {
    Map<String, String> results = new TreeMap<>();
    items(StepDone.class)
        .filter(done -> done.step().startsWith(start))
        .forEach(done -> results.putIfAbsent(done.step(), done.result()));
    return results;
  }

  /** Returns the fills in the order in which they were opened. */
  List<OpenFill> fills() {
    List<OpenFill> fills = new ArrayList<>();
    long base = 0;
    for (FillOpened opened : items(FillOpened.class).toList()) {
      fills.add(new OpenFill(opened.number(), base, opened.rows()));
      base += opened.rows();
    }
    return fills;
  }

  /** Returns the share of each node, from 0 to 1, by its id; empty before there are shares. */
  Map<String, Double> shares() {
    TreeMap<Integer, String> nodes = new TreeMap<>();
    items(Joined.class).forEach(joined -> nodes.put(joined.generator(), joined.node()));
    List<Share> shares = lastShares();
    double sum = shares.stream().mapToInt(Share::weight).sum();
    Map<String, Double> byNode = new TreeMap<>();
    for (Share share : shares) {
      String node = nodes.get(share.generator());
      if (node != null) {
        byNode.put(node, share.weight() / sum);
      }
    }
    return byNode;
  }

  /** Whether the run is ending or has ended, so that no new operation is sent. */
  boolean isStopped() {
    return items(Stated.class)
        .anyMatch(stated -> stated.state() == RunState.DRAINING || stated.state().isEnd());
  }

  /** Returns the final state of the run; empty while it is live. */
  Optional<Stated> end() {
    return items(Stated.class).filter(stated -> stated.state().isEnd()).findFirst();
  }

  /** Returns the user who set the parameters of an entry. */
  String who(long number) {
    JournalEntry entry = entries.get(number);
    return entry != null && entry.item() instanceof Changed changed ? changed.who() : "fleet";
  }
}

package org.plimsoll.fleet.generator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.JournalEntry.Joined;
import org.plimsoll.fleet.control.LocalRuns.Effective;
import org.plimsoll.fleet.control.ScopedValues;
import org.plimsoll.fleet.control.Term;
import org.plimsoll.run.FleetRequests;
import org.plimsoll.run.RunScopes;

/**
 * The parameter values of a run, by scope and by node.
 *
 * @param values values after the last entry of the journal; never modified
 * @param nodes the nodes in the run
 * @param who users who set the values, by the number of the journal entry
 */
record PartScopes(ScopedValues values, List<Joined> nodes, Map<Long, String> who) {
  private static final String READS = FleetRequests.SIDE + "reads";
  private static final String WRITES = FleetRequests.SIDE + "writes";

  /**
   * Parses the text of a scope.
   *
   * @throws InvalidSpecException if the text is not a scope, or no node of the run belongs to the
   *     scope
   */
  Scope scope(String text) {
    Scope scope;
    try {
      scope = Scope.of(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(String.valueOf(e.getMessage()), e);
    }
    if (nodes.stream().noneMatch(each -> scope.contains(each.node(), each.labels()))) {
      throw new InvalidSpecException(
          "scope: must be one of the run's scopes: "
              + String.join(", ", known(scope.level()))
              + ", was '"
              + text
              + "'");
    }
    return scope;
  }

  /** Whether a generator of the run belongs to a scope. */
  boolean contains(Scope scope, int generator) {
    return nodes.stream()
        .anyMatch(
            each -> each.generator() == generator && scope.contains(each.node(), each.labels()));
  }

  private TreeSet<String> known(Scope.Level level) {
    TreeSet<String> known = new TreeSet<>();
    for (Joined each : nodes) {
      for (String value : each.labels().values()) {
        Scope scope = new Scope(level, value);
        if (scope.contains(each.node(), each.labels())) {
          known.add(scope.text());
        }
      }
    }
    known.add(Scope.FLEET.text());
    return known;
  }

  /** Returns the values that were set for exactly this scope, by path. */
  Map<String, String> texts(Scope scope) {
    return texts(values.of(scope::equals));
  }

  /** Whether the value was set by a user rather than by a search or a property source. */
  private static boolean isOfUsers(String path) {
    return !path.equals(FleetRequests.STEP) && !ToldSource.isSource(path);
  }

  private static Map<String, String> texts(Map<String, Effective> values) {
    Map<String, String> texts = new TreeMap<>();
    values.forEach((path, value) -> texts.put(path, value.text()));
    texts.keySet().removeIf(path -> !isOfUsers(path));
    return texts;
  }

  /** Returns the parameters of the whole fleet and of each node as they would be after a change. */
  List<Map<String, String>> outcomes(Map<String, @Nullable String> texts, Scope scope) {
    ScopedValues then = values.copy();
    Changed change = new Changed("", scope, "", set(texts), cleared(texts));
    then.follow(new JournalEntry(then.last() + 1, Term.NONE, 0, change));
    List<Map<String, String>> outcomes = new ArrayList<>();
    outcomes.add(parameters(then.of(Scope.FLEET::equals)));
    for (Joined each : nodes) {
      outcomes.add(parameters(then.of(its -> its.contains(each.node(), each.labels()))));
    }
    return outcomes;
  }

  static Map<String, String> set(Map<String, @Nullable String> texts) {
    Map<String, String> set = new HashMap<>();
    texts.forEach((path, text) -> {
      if (text != null) {
        set.put(path, text);
      }
    });
    return set;
  }

  static List<String> cleared(Map<String, @Nullable String> texts) {
    return texts.entrySet().stream()
        .filter(each -> each.getValue() == null)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the values without the switches of reads and writes. */
  static Map<String, String> parameters(Map<String, Effective> values) {
    Map<String, String> texts = texts(values);
    texts.keySet().removeIf(path -> path.startsWith(FleetRequests.SIDE));
    return texts;
  }

  /** Returns the sides that are on for a node, limited to those of the whole fleet. */
  static Switches ownSides(Map<String, Effective> values) {
    Map<String, Effective> own = new HashMap<>(values);
    own.values().removeIf(value -> value.origin().equals(Scope.FLEET));
    return sides(own);
  }

  /** Returns the sides that are on according to the given values. */
  static Switches sides(Map<String, Effective> values) {
    return new Switches(isOn(values.get(READS)), isOn(values.get(WRITES)));
  }

  private static boolean isOn(@Nullable Effective value) {
    return value == null || value.text().equals(Switches.text(true));
  }

  /** Returns all scopes for display. */
  RunScopes view() {
    List<RunScopes.Scoped> scopes =
        values.scopes().stream()
            .map(scope -> new RunScopes.Scoped(scope.text(), texts(scope)))
            .filter(each -> !each.texts().isEmpty())
            .toList();
    return new RunScopes(scopes, nodes.stream().map(this::view).toList());
  }

  private RunScopes.OfNode view(Joined node) {
    Map<String, RunScopes.Value> shown = new TreeMap<>();
    values
        .of(scope -> scope.contains(node.node(), node.labels()))
        .forEach((path, value) ->
            shown.put(
                path,
                new RunScopes.Value(
                    value.text(), value.origin().text(), who.getOrDefault(value.number(), ""))));
    shown.keySet().removeIf(path -> !isOfUsers(path));
    return new RunScopes.OfNode(
        node.labels().getOrDefault("name", node.node()), node.generator(), shown);
  }
}

package org.plimsoll.fleet.generator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.fleet.control.EffectiveParameters;
import org.plimsoll.fleet.control.JournalEntry;
import org.plimsoll.fleet.control.JournalEntry.Changed;
import org.plimsoll.fleet.control.JournalEntry.Joined;
import org.plimsoll.fleet.control.LocalRuns.Effective;
import org.plimsoll.fleet.control.Term;
import org.plimsoll.run.FleetRequests;
import org.plimsoll.run.RunScopes;

/**
 * The parameters that were set in a run, by scope and by node, derived from its journal.
 *
 * @param entries entries of the journal, in order
 * @param nodes nodes that take part
 */
record PartScopes(List<JournalEntry> entries, List<Joined> nodes) {
  private static final String READS = FleetRequests.SIDE + "reads";
  private static final String WRITES = FleetRequests.SIDE + "writes";

  /**
   * Reads the text of a scope.
   *
   * @throws InvalidSpecException if the text is no scope, or no node of the run belongs to the
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
    return texts(effective(scope::equals));
  }

  private Map<String, Effective> effective(Predicate<Scope> belongs) {
    return EffectiveParameters.of(entries, belongs);
  }

  /** Whether a user has set the value, not a search or a property source. */
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
    List<JournalEntry> after = new ArrayList<>(entries);
    after.add(
        new JournalEntry(
            entries.size() + 1,
            Term.NONE,
            0,
            new Changed("", scope, "", set(texts), cleared(texts))));
    PartScopes then = new PartScopes(after, nodes);
    List<Map<String, String>> outcomes = new ArrayList<>();
    outcomes.add(parameters(then.effective(Scope.FLEET::equals)));
    for (Joined each : nodes) {
      outcomes.add(parameters(then.effective(its -> its.contains(each.node(), each.labels()))));
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

  /** Returns the switches of reads and writes of the whole fleet after an entry. */
  Switches fleetSides(long number) {
    List<JournalEntry> until = entries.stream().filter(each -> each.number() <= number).toList();
    return sides(new PartScopes(until, nodes).effective(Scope.FLEET::equals));
  }

  /** Returns the switches of reads and writes of a node. */
  static Switches ownSides(Map<String, Effective> values) {
    Map<String, Effective> own = new HashMap<>(values);
    own.values().removeIf(value -> value.origin().equals(Scope.FLEET));
    return sides(own);
  }

  private static Switches sides(Map<String, Effective> values) {
    return new Switches(isOn(values.get(READS)), isOn(values.get(WRITES)));
  }

  private static boolean isOn(@Nullable Effective value) {
    return value == null || value.text().equals(Switches.text(true));
  }

  /** Returns all scopes for display. */
  RunScopes view() {
    List<RunScopes.Scoped> scopes =
        entries.stream()
            .map(JournalEntry::item)
            .filter(Changed.class::isInstance)
            .map(item -> ((Changed) item).scope())
            .distinct()
            .sorted(Comparator.comparing(Scope::level).thenComparing(Scope::value))
            .map(scope -> new RunScopes.Scoped(scope.text(), texts(scope)))
            .filter(each -> !each.texts().isEmpty())
            .toList();
    Map<Long, String> who =
        entries.stream()
            .filter(each -> each.item() instanceof Changed)
            .collect(Collectors.toMap(JournalEntry::number, each -> ((Changed) each.item()).who()));
    return new RunScopes(scopes, nodes.stream().map(each -> view(each, who)).toList());
  }

  private RunScopes.OfNode view(Joined node, Map<Long, String> who) {
    Map<String, RunScopes.Value> values = new TreeMap<>();
    effective(scope -> scope.contains(node.node(), node.labels()))
        .forEach((path, value) ->
            values.put(
                path,
                new RunScopes.Value(
                    value.text(), value.origin().text(), who.getOrDefault(value.number(), ""))));
    values.keySet().removeIf(path -> !isOfUsers(path));
    return new RunScopes.OfNode(
        node.labels().getOrDefault("name", node.node()), node.generator(), values);
  }
}

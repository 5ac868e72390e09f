package org.plimsoll.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.result.RunEvent;
import org.plimsoll.settings.FleetSettings;
import org.plimsoll.settings.LiveParameters;
import org.plimsoll.settings.LoadSettings;
import org.plimsoll.settings.WorkloadSettings;
import org.plimsoll.settings.text.Refusal;

/**
 * Checks changes to a fleet's run, for all generators or for a scope, and requests them from the
 * fleet. Thread-safe.
 *
 * <p>All generators have the same schedule, and each sends its share. Parameters of the schedule,
 * and of the assignment of operations, can therefore be set only for the whole fleet.
 */
public final class ScopedChanges {
  /** The scope of all generators. */
  public static final String FLEET = FleetRequests.FLEET;

  /** Minimum in-flight bound with which each generator gets at least one operation. */
  private static final int SMALL_BOUND = 64;

  private static final Set<String> OF_FLEET =
      Set.of(
          LoadSettings.RATE.name(),
          LoadSettings.WORKERS.name(),
          LoadSettings.ARRIVALS.name(),
          LoadSettings.MAX_IN_FLIGHT.name(),
          LoadSettings.MAX_BACKLOG.name(),
          LoadSettings.WHEN_FULL.name(),
          WorkloadSettings.KEYS.name(),
          WorkloadSettings.FIRST_KEY.name());

  private final Run whole;
  private final RunContext run;
  private final Fills fills;
  private final LiveParameters parameters;
  private final RunGuard guard;

  ScopedChanges(Run run, LiveParameters parameters, RunGuard guard) {
    this.guard = guard;
    this.whole = run;
    this.run = run.context();
    this.fills = run.fills();
    this.parameters = parameters;
  }

  /** Whether a fleet directs the run. */
  public boolean isPossible() {
    return run.seat().isDirected();
  }

  /**
   * Changes parameters on the generators of a scope.
   *
   * @param texts values by path; null removes the value of the scope
   * @param scope {@value #FLEET}, or a level and its value such as {@code rack=a}
   * @return each text of the scope that has changed
   * @throws LiveParameters.RefusedException if a parameter is rejected
   * @throws InvalidSpecException if a parameter cannot be set for the scope
   */
  List<RunEvent.Change> change(Map<String, @Nullable String> texts, String who, String scope) {
    parameters.requireLive(texts);
    if (!scope.equals(FLEET)) {
      texts.keySet().forEach(path -> requireScoped(path, scope));
    }
    FleetRequests fleet = fleet(scope);
    Map<String, String> before = fleet.liveTexts(scope);
    requireOneSchedule(Map.of(), fleet.outcomes(texts, scope), texts.keySet(), scope);
    List<RunEvent.Change> changes = new ArrayList<>();
    texts.forEach((path, text) -> {
      if (!Objects.equals(before.get(path), text)) {
        String was = parameters.shown(path, before.get(path));
        changes.add(new RunEvent.Change(who, path, was, parameters.shown(path, text)));
      }
    });
    fleet.change(texts, who, scope);
    return changes;
  }

  /**
   * Replaces all values of a property source on all generators.
   *
   * @throws LiveParameters.RefusedException if a parameter is rejected
   * @throws InvalidSpecException if the fleet or the guard rejects the values
   */
  void takeOver(String source, Map<String, String> texts) {
    if (texts.equals(parameters.sourceTexts().get(source))) {
      return; // another generator has read the values first
    }
    Map<String, Map<String, String>> sources = Map.of(source, texts);
    LiveParameters.Proposal _ = parameters.propose(sources, Map.of(), source);
    FleetRequests fleet = fleet(FLEET);
    requireOneSchedule(sources, fleet.outcomes(Map.of(), FLEET), texts.keySet(), FLEET);
    fleet.changeSource(source, texts);
  }

  private FleetRequests fleet(String scope) {
    FleetRequests fleet = run.seat().requests();
    if (fleet == null) {
      throw new InvalidSpecException(
          "scope: must be fleet, as the run has one generator only, was '" + scope + "'");
    }
    return fleet;
  }

  private static void requireScoped(String path, String scope) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    if (OF_FLEET.contains(name)) {
      throw new InvalidSpecException(
          path
              + ": must be set with scope fleet, as all generators follow one schedule, was '"
              + scope
              + "'");
    }
  }

  /**
   * Checks that all generators would still follow one schedule after a change, including the values
   * of narrower scopes.
   */
  private void requireOneSchedule(
      Map<String, Map<String, String>> sources,
      List<Map<String, String>> outcomes,
      Set<String> paths,
      String scope) {
    RunSpec first = null;
    for (Map<String, String> live : Set.copyOf(outcomes)) {
      RunSpec its = parameters.with(sources, live).spec();
      guard.load(its);
      whole.requirePossible(its);
      String different = first == null ? null : difference(first, its);
      if (different != null) {
        throw new InvalidSpecException(
            String.join(", ", paths)
                + ": must keep "
                + different
                + " the same on all generators, because they follow one schedule, was '"
                + scope
                + "'");
      }
      first = first == null ? its : first;
    }
  }

  /** Returns the differing part of the schedule; null if the schedules are equal. */
  private static @Nullable String difference(RunSpec one, RunSpec other) {
    for (int i = 0; i < one.scenarios().size(); i++) {
      Parameters its = one.scenarios().get(i).parameters();
      Parameters others = other.scenarios().get(i).parameters();
      boolean sameLanes =
          its.lanes().stream()
              .map(Course::of)
              .toList()
              .equals(others.lanes().stream().map(Course::of).toList());
      if (its.model() != others.model() || !sameLanes) {
        return "rate and workers";
      }
      if (!its.arrivals().equals(others.arrivals())) {
        return LoadSettings.ARRIVALS.name();
      }
      if (its.workload().keys().first() != others.workload().keys().first()
          || its.workload().keys().count() != others.workload().keys().count()) {
        return WorkloadSettings.KEYS.name();
      }
      int least = Math.min(its.bound().maxInFlight(), others.bound().maxInFlight());
      if (its.bound().maxInFlight() != others.bound().maxInFlight() && least < SMALL_BOUND) {
        return LoadSettings.MAX_IN_FLIGHT.name();
      }
    }
    return null;
  }

  /** The part of a lane that is equal on all generators. */
  private record Course(Object rate, int workers) {
    static Course of(Parameters.Lane lane) {
      return new Course(lane.rate(), lane.workers());
    }
  }

  /**
   * Starts and stops reads and writes on the generators of a scope.
   *
   * @param sides switches by side; null leaves a side to wider scopes
   */
  public void switchSides(Map<String, @Nullable Boolean> sides, String who, String scope) {
    whole.requireNoPilot("switches");
    Map<String, @Nullable String> texts = new TreeMap<>();
    sides.forEach(
        (side, on) -> texts.put(FleetRequests.SIDE + side, on == null ? null : Switches.text(on)));
    fleet(scope).change(texts, who, scope);
  }

  /**
   * Starts a fill during the load on the generators of a scope.
   *
   * @throws InvalidSpecException if a fill is in progress, or the load is not in progress
   */
  public void startFill(String who, String scope) {
    whole.requireNoPilot("fill");
    FleetRequests _ = fleet(scope);
    fills.start(who, scope);
  }

  /**
   * Moves the run to a set of nodes of its fleet; other nodes hand over their shares.
   *
   * @param nodes text of {@link FleetSettings#PLACE}
   * @throws InvalidSpecException if no node of the fleet belongs to the set
   */
  public void place(String nodes, String who) {
    List<Scope> scopes;
    try {
      scopes = FleetSettings.PLACE.parse(nodes);
    } catch (IllegalArgumentException e) {
      String must = "must be " + FleetSettings.PLACE.allowed();
      throw Refusal.of(FleetSettings.PLACE.name(), must, nodes, e);
    }
    fleet(FLEET).place(scopes, who);
  }

  /**
   * Returns the values that were set, with their scopes; secrets are masked. Empty if no fleet
   * directs the run.
   */
  public RunScopes view() {
    FleetRequests fleet = run.seat().requests();
    if (fleet == null) {
      return RunScopes.NONE;
    }
    RunScopes all = fleet.view();
    return new RunScopes(
        all.scopes().stream()
            .map(each -> new RunScopes.Scoped(each.scope(), shown(each.texts())))
            .toList(),
        all.nodes().stream()
            .map(each ->
                new RunScopes.OfNode(each.name(), each.generator(), shownValues(each.values())))
            .toList());
  }

  private Map<String, String> shown(Map<String, String> texts) {
    Map<String, String> shown = new TreeMap<>();
    texts.forEach((path, text) -> shown.put(path, parameters.shown(path, text)));
    return shown;
  }

  private Map<String, RunScopes.Value> shownValues(Map<String, RunScopes.Value> values) {
    Map<String, RunScopes.Value> shown = new TreeMap<>();
    values.forEach((path, value) ->
        shown.put(
            path,
            new RunScopes.Value(
                parameters.shown(path, value.text()), value.origin(), value.who())));
    return shown;
  }

  /** Removes all values that were set for a scope. */
  public void clear(String who, String scope) {
    whole.requireNoPilot("parameters");
    Map<String, @Nullable String> texts = new HashMap<>();
    FleetRequests fleet = fleet(scope);
    fleet.liveTexts(scope).keySet().forEach(path -> texts.put(path, null));
    if (!texts.isEmpty()) {
      requireOneSchedule(
          Map.of(),
          fleet.outcomes(Collections.unmodifiableMap(texts), scope),
          texts.keySet(),
          scope);
      fleet.change(texts, who, scope);
    }
  }
}

package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.arrival.RateShape;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.ObservationSpec;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.engine.workload.OperationSource;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;

/** Changes the parameters, driver settings and switches of a run, one change after the other. */
final class RunChanges {
  private final RunContext run;
  private final RunTarget target;

  RunChanges(RunContext run, RunTarget target) {
    this.run = run;
    this.target = target;
  }

  Scenario first() {
    return run.scenarios().getFirst();
  }

  List<String> names() {
    return run.scenarios().stream().map(Scenario::name).toList();
  }

  /**
   * Returns the scenario with a name.
   *
   * @throws InvalidSpecException if there is no such scenario
   */
  Scenario named(String name) {
    return run.scenarios().stream()
        .filter(scenario -> scenario.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new InvalidSpecException(
                "scenario: no scenario named '"
                    + name
                    + "'"
                    + NearestName.suggestion(name, names())));
  }

  /** Changes the only load of the run. */
  void change(Parameters next, String who) {
    if (run.spec().loads().size() > 1) {
      throw new InvalidSpecException(
          "scenario: must be named, as there are " + String.join(", ", names()));
    }
    change(first().name(), next, who);
  }

  void change(String scenario, Parameters next, String who) {
    Parameters before = named(scenario).parameters();
    String path = named(scenario).spec().isNamed() ? "scenario/" + scenario + "/" : "";
    change(Map.of(scenario, next), null, null, Changes.between(path, before, next, who), Load.NOW);
  }

  synchronized void change(
      Map<String, Parameters> next,
      @Nullable Map<String, String> driverSettings,
      @Nullable ObservationSpec observation,
      List<RunEvent.Change> told,
      long runNanos) {
    next.forEach((name, parameters) -> requirePossible(named(name), parameters));
    if (driverSettings != null) {
      OpenTarget open = target.opened();
      if (open == null) {
        throw new InvalidSpecException("set: cannot change before the target is open");
      }
      open.changeSettings(driverSettings);
      run.scenarios().forEach(scenario -> scenario.changeDriverSettings(driverSettings));
    }
    if (observation != null) {
      run.generator().observe(observation);
    }
    tellIfLate(runNanos);
    next.forEach((name, parameters) -> named(name).course().change(parameters, runNanos));
    told.forEach(run.events()::changed);
  }

  /** Switches reads and writes of the whole load, directly or through the fleet. */
  void change(Switches next, String who) {
    FleetRequests fleet = run.seat().requests();
    if (fleet == null) {
      change(next, Switches.ON, who, Load.NOW);
      return;
    }
    Map<String, @Nullable String> texts = new TreeMap<>();
    Changes.between(first().course().switches(), next, who)
        .forEach(each -> texts.put(FleetRequests.SIDE + each.parameter(), each.after()));
    fleet.change(texts, who, FleetRequests.FLEET);
  }

  /**
   * Switches reads and writes of this generator.
   *
   * @param next switches of the whole fleet
   * @param own switches of this generator
   */
  synchronized void change(Switches next, Switches own, String who, long runNanos) {
    ScenarioCourse first = first().course();
    Switches before = first.switchedOn();
    tellIfLate(runNanos);
    run.scenarios().forEach(scenario -> scenario.course().change(next, own, runNanos));
    Changes.between(before, first.switchedOn(), who).forEach(run.events()::changed);
  }

  /** Reports a change that a load receives too late. A load that starts later is not late. */
  private void tellIfLate(long runNanos) {
    long lateNanos = run.clock().nanoTime() - run.seat().shares().originNanos() - runNanos;
    if (runNanos != Load.NOW && lateNanos > 0 && first().course().isFollowed()) {
      run.events()
          .event(
              EventKind.WARNING,
              "the change arrived %.1f ms after its instant; if it changes the schedule, operations"
                      .formatted(lateNanos / 1e6)
                  + " that were due before are not sent");
    }
  }

  /**
   * Checks whether a change is possible.
   *
   * @throws InvalidSpecException if the change is not possible
   */
  void requirePossible(RunSpec next) {
    for (ScenarioSpec scenario : next.scenarios()) {
      Scenario its = named(scenario.name());
      if (!scenario.parameters().equals(its.parameters())) {
        requirePossible(its, scenario.parameters());
      }
    }
    ConsistencyRun.requirePossible(run, next.loads());
  }

  /**
   * Checks a change to the fields of rows. The driver has prepared columns and statements only for
   * the initial fields.
   */
  private void requireFields(Parameters before, Parameters next) {
    if (next.workload().rows().fields().equals(before.workload().rows().fields())) {
      return;
    }
    int prepared = ScenarioSpec.fieldNames(run.spec().scenarios()).size();
    if (next.workload().rows().fields().maximum() > prepared) {
      throw new InvalidSpecException(
          "fields: must be at most "
              + prepared
              + ", as at the start, for which the driver has prepared its statements, was "
              + next.workload().rows().fields().maximum());
    }
    if (next.workload().verify() || run.spec().checks().consistency().enabled()) {
      throw new InvalidSpecException(
          "fields: cannot change while rows are verified, because the check depends on the fields");
    }
  }

  private void requirePossible(Scenario changed, Parameters next) {
    Parameters before = changed.parameters();
    if (next.model() != before.model()) {
      throw new InvalidSpecException("model: must stay " + before.model() + " during a run");
    }
    if (next.model() == Model.PACED && next.lanes().size() != before.lanes().size()) {
      throw new InvalidSpecException(
          "workers: must name as many operations as before during a paced run, because each"
              + " operation has its own backlog, was "
              + next.lanes().size());
    }
    requireFields(before, next);
    target.requireSupported(next);
    for (Parameters.Lane lane : next.lanes()) {
      if (next.model() != Model.CLOSED && !(RateShape.of(lane.rate()).peakPerSecond() > 0)) {
        throw new InvalidSpecException(
            "rate: must be above 0 for each operation, was " + lane.rate());
      }
    }
    if (!next.hasOperationsOf(before)) {
      // The load compiles the workload again. Compiling it here rejects an invalid one on the
      // caller's thread.
      List<OperationSource> _ = changed.compile(next, 1);
    }
  }
}

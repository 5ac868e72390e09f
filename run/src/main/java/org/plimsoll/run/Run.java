package org.plimsoll.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Pilot;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.load.SingleOperation;
import org.plimsoll.engine.spec.ActionSpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.ObservationSpec;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;

/**
 * One run, from its spec to its summary. {@link #execute} blocks until the run has ended. During
 * the run, any thread may read its state, change its parameters and stop it.
 */
public final class Run {
  private final RunContext run;
  private final RunTarget target;
  private final RunChanges changes;
  private final Fills fills;
  private final TargetActions operations;
  private final RunActions actions;
  private final RunExecution execution;
  private final @Nullable Pilot pilot;
  private final @Nullable PilotedSteps steps;

  private Run(RunContext run, Drivers drivers, RunGuard guard, @Nullable Pilot pilot) {
    this.run = run;
    this.pilot = pilot;
    this.steps = pilot == null ? null : new PilotedSteps(run, pilot);
    this.target = new RunTarget(run, drivers, guard);
    this.changes = new RunChanges(run, target);
    this.fills = new Fills(run, target);
    this.operations = new TargetActions(run, target);
    this.actions = new RunActions(run, target, guard);
    this.execution = new RunExecution(run, target, fills, actions, guard, steps);
    execution.accompany(target.nodes());
  }

  /** Creates a run in real time. */
  public static Run prepare(RunSpec spec, Drivers drivers, List<RunListener> listeners) {
    return prepare(spec, drivers, listeners, Clock.system());
  }

  /** Creates a run on the caller's clock, such as virtual time. */
  public static Run prepare(
      RunSpec spec, Drivers drivers, List<RunListener> listeners, Clock clock) {
    return prepare(spec, drivers, listeners, clock, RunGuard.NONE, new AloneSeat());
  }

  /** Creates a run of one of several generators, with a guard that may reject its actions. */
  static Run prepare(
      RunSpec spec,
      Drivers drivers,
      List<RunListener> listeners,
      Clock clock,
      RunGuard guard,
      FleetSeat seat) {
    return new Run(RunContext.of(spec, listeners, clock, seat), drivers, guard, null);
  }

  /**
   * Creates a run whose measurement a pilot divides into steps. The pilot sets the load of the
   * first scenario in each step.
   */
  public static Run piloted(
      RunSpec spec, Drivers drivers, List<RunListener> listeners, Clock clock, Pilot pilot) {
    return piloted(spec, drivers, listeners, clock, pilot, RunGuard.NONE, new AloneSeat());
  }

  /**
   * Creates a run of one of several generators, each with a pilot, and with a guard that may reject
   * its actions.
   */
  static Run piloted(
      RunSpec spec,
      Drivers drivers,
      List<RunListener> listeners,
      Clock clock,
      Pilot pilot,
      RunGuard guard,
      FleetSeat seat) {
    return new Run(RunContext.of(spec, listeners, clock, seat), drivers, guard, pilot);
  }

  /**
   * Executes the run on the calling thread.
   *
   * @throws TargetUnavailableException if the target cannot be opened or prepared
   * @throws InvalidSpecException if the driver rejects a setting
   */
  public Summary execute() throws TargetUnavailableException {
    return execution.execute();
  }

  /** Ends the load early. The run waits for operations in flight and is judged. */
  public void stop() {
    if (!run.seat().stop(false)) {
      stopHere();
    }
  }

  private void stopHere() {
    if (pilot != null && pilot.hasEnded()) {
      run.loads().stop();
    } else {
      run.loads().interrupt();
    }
    actions.stop();
    fills.stopBeside();
  }

  /** Ends the run at once. Operations in flight count as unfinished. */
  public void abort() {
    boolean _ = run.seat().stop(true);
    abortHere();
  }

  private void abortHere() {
    run.loads().abort();
    actions.stop();
    fills.abortBeside();
  }

  /** Adds a listener to a run that has not started. */
  public void listen(RunListener listener) {
    run.events().listen(listener);
  }

  /** Returns the calls of a fleet to this run. */
  public SeatedRun seated(DirectedRun.Changer changer) {
    return new SeatedRun(run, fills, changes, steps, this::stopHere, this::abortHere, changer);
  }

  /** Registers a companion that is started and stopped with the run. */
  void accompany(Companion companion) {
    execution.accompany(companion);
  }

  /** Reports an event to the listeners. */
  void tell(EventKind kind, String text) {
    run.events().event(kind, text);
  }

  /** Returns the run's id, which is the end of its folder name. */
  public String id() {
    return run.origin().id();
  }

  /** Returns the facts about the run that its listeners receive once the target is open. */
  public RunStart start() {
    return run.start();
  }

  /** Returns the instant of creation, to which the times of the run are relative. */
  public Instant startedAt() {
    return run.origin().startedAt();
  }

  /** Returns the time since the start, independent of the wall clock. */
  public long elapsedNanos() {
    return run.origin().sinceStart(run.clock().nanoTime());
  }

  Fills fills() {
    return fills;
  }

  RunContext context() {
    return run;
  }

  /** Returns the current parameters of the first load. */
  public Parameters parameters() {
    return changes.first().parameters();
  }

  /** Returns the current parameters of a scenario. */
  public Parameters parameters(String scenario) {
    return changes.named(scenario).parameters();
  }

  /** Returns the names of the scenarios, including the probe if there is one. */
  public List<String> scenarios() {
    return changes.names();
  }

  /**
   * Changes the parameters of the only load in one step.
   *
   * @param who name for the event log
   * @throws InvalidSpecException if the model or the number of lanes would change, the target does
   *     not support an operation, or there are several scenarios
   */
  public void change(Parameters next, String who) {
    changes.change(next, who);
  }

  /**
   * Changes the parameters of one scenario in one step; the other scenarios keep their parameters.
   *
   * @param who name for the event log
   * @throws InvalidSpecException if the model or the number of lanes would change, the target does
   *     not support an operation, or there is no such scenario
   */
  public void change(String scenario, Parameters next, String who) {
    changes.change(scenario, next, who);
  }

  /**
   * Changes parameters of scenarios from an instant on, all or nothing. Operations with an earlier
   * intended start use the previous parameters. Driver settings and telemetry change at once.
   *
   * @param next new parameters by scenario
   * @param driverSettings all settings of the driver from now on; null if unchanged
   * @param observation telemetry sources from now on; null if unchanged
   * @param told changes to report as events
   * @param runNanos run time of the current iteration, see {@link FleetSeat.Start}; changes must be
   *     made in the order of their instants
   * @throws InvalidSpecException if a change is rejected
   */
  public void change(
      Map<String, Parameters> next,
      @Nullable Map<String, String> driverSettings,
      @Nullable ObservationSpec observation,
      List<RunEvent.Change> told,
      long runNanos) {
    changes.change(next, driverSettings, observation, told, runNanos);
  }

  /**
   * Changes the number of sessions of one scenario.
   *
   * @param count number of sessions; 0 = chosen by the driver and the load
   * @throws InvalidSpecException if a session cannot be opened
   */
  void resizeSessions(String scenario, int count) {
    changes.named(scenario).resizeSessions(count);
  }

  /**
   * Checks whether a change is possible.
   *
   * @throws InvalidSpecException if the change is not possible
   */
  void requirePossible(RunSpec next) {
    changes.requirePossible(next);
  }

  /** Returns the sides of the load that are on. */
  public Switches switches() {
    return changes.first().course().switches();
  }

  /**
   * Starts and stops the reads and writes of all loads except the probe.
   *
   * @param who name for the event log
   * @throws InvalidSpecException if the run is a search
   */
  public void change(Switches next, String who) {
    requireNoPilot("switches");
    changes.change(next, who);
  }

  /**
   * Starts and stops the reads and writes of all loads except the probe, from an instant on.
   *
   * @param runNanos run time of the current iteration, see {@link FleetSeat.Start}
   */
  public void change(Switches next, String who, long runNanos) {
    changes.change(next, Switches.ON, who, runNanos);
  }

  /** Whether a fill is in progress, before or during the load. */
  public boolean isFilling() {
    return fills.isFilling();
  }

  /**
   * Fills the keys of the workload again during the run.
   *
   * @throws InvalidSpecException if a fill is in progress, the run is not in progress, or it is a
   *     search
   */
  public void startFill(String who) {
    requireNoPilot("fill");
    fills.start(who, FleetRequests.FLEET);
  }

  /**
   * Limits the time of the fill before the load. Called before the run is executed.
   *
   * @param who name for the event log
   * @param reached called if the limit is reached
   */
  public void limitFill(Duration time, String who, Runnable reached) {
    fills.limit(time, who, reached);
  }

  /** Stops a fill; the load starts if it waits for the fill. */
  public void stopFill(String who) {
    fills.stop(who);
  }

  /** Rejects a change during a search. */
  void requireNoPilot(String what) {
    if (pilot != null) {
      throw new InvalidSpecException(
          what + ": cannot change during a search, because a change distorts its trials");
    }
  }

  /**
   * Performs one operation in a separate session and waits for the answer.
   *
   * @param key an index of the key space such as {@code 42}, or the name of a key
   * @param isNamed whether the key is a name
   * @param fields the row to write; if empty, the workload's row for the key
   * @throws InvalidSpecException if the target does not support the operation, or is not open
   */
  public SingleOperation.Answer perform(
      OperationType type, String key, boolean isNamed, Map<String, String> fields)
      throws Exception {
    return operations.perform(type, key, isNamed, fields);
  }

  /** Returns the verdict on the generator so far; null before the measurement, and for a search. */
  public @Nullable VerdictSoFar soFar() {
    return run.reporter().soFar();
  }

  /**
   * Returns the driver's hooks by name, each with a description; empty before the target is open.
   */
  public Map<String, String> hooks() {
    return actions.hooks();
  }

  /**
   * Performs a hook of the driver, a command or an HTTP request, and waits for its end. The start
   * and the end of the action are events.
   *
   * @param who name for the event log
   * @return the answer of the action to the user
   * @throws InvalidSpecException if the action is not allowed, there is no such hook, or the run is
   *     not in progress
   * @throws Exception if the action failed; the message is the cause
   */
  public String perform(ActionSpec action, String who) throws Exception {
    OpenTarget _ = target.required("action");
    return actions.perform(action, who);
  }

  /**
   * Checks an action that is planned for later.
   *
   * @throws InvalidSpecException if the action is not allowed, or there is no such hook
   */
  void check(String path, ActionSpec action) {
    actions.check(path, action);
  }

  /** Returns the target's driver; null before the target is open. */
  public @Nullable Driver driver() {
    OpenTarget open = target.opened();
    return open == null ? null : open.driver();
  }

  /** Returns the operations of the target; empty before it is open. */
  public Set<OperationType> operations() {
    OpenTarget open = target.opened();
    return open == null ? Set.of() : open.operations();
  }

  /** Returns the driver's facts about the store, by name; empty before the target is open. */
  public Map<String, String> facts() {
    OpenTarget open = target.opened();
    return open == null ? Map.of() : open.client().facts();
  }
}

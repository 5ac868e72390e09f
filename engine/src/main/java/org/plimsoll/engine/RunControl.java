package org.plimsoll.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.parameter.LiveParameters;
import org.plimsoll.engine.parameter.ResolvedRun;
import org.plimsoll.engine.parameter.RunRequest;
import org.plimsoll.engine.parameter.RunResolver;
import org.plimsoll.engine.report.RunEvent;
import org.plimsoll.engine.report.RunListener;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;

/**
 * A run together with its parameters as texts: whoever steers it (REST, JMX, a property source, a
 * schedule) says the path of a parameter and its new text. Thread-safe.
 */
public final class RunControl {
  private final Run run;
  private final LiveParameters parameters;
  private final RunGuard guard;

  private RunControl(Run run, LiveParameters parameters, RunGuard guard) {
    this.run = run;
    this.parameters = parameters;
    this.guard = guard;
  }

  /**
   * A run that has not begun.
   *
   * @param file what a spec file asks for
   * @param commandLine what lies over it, and over what property sources say
   * @throws org.plimsoll.engine.spec.InvalidSpecException when what is asked for cannot be
   */
  public static RunControl prepare(
      RunRequest file, RunRequest commandLine, Drivers drivers, List<RunListener> listeners) {
    return prepare(file, commandLine, drivers, listeners, Clock.system());
  }

  /** A run that has not begun, on a clock of the caller's. */
  public static RunControl prepare(
      RunRequest file,
      RunRequest commandLine,
      Drivers drivers,
      List<RunListener> listeners,
      Clock clock) {
    return prepare(file, commandLine, drivers, listeners, clock, RunGuard.NONE);
  }

  /** A run that has not begun, and never does what the guard refuses. */
  public static RunControl prepare(
      RunRequest file,
      RunRequest commandLine,
      Drivers drivers,
      List<RunListener> listeners,
      Clock clock,
      RunGuard guard) {
    RunRequest lowest = guard.defaults().overriddenBy(file);
    ResolvedRun resolved = resolve(lowest.overriddenBy(commandLine), drivers, guard);
    return new RunControl(
        Run.prepare(resolved.spec(), drivers, listeners, clock),
        new LiveParameters(lowest, commandLine, resolved, drivers),
        guard);
  }

  /**
   * What a run would be.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException when it cannot be, or the guard refuses it
   */
  public static ResolvedRun resolve(RunRequest request, Drivers drivers, RunGuard guard) {
    guard.asked(request);
    ResolvedRun resolved = RunResolver.resolve(request, drivers);
    guard.target(resolved.spec().target());
    guard.load(resolved.spec());
    return resolved;
  }

  public Run run() {
    return run;
  }

  public LiveParameters parameters() {
    return parameters;
  }

  /**
   * Changes parameters in one step, all or nothing.
   *
   * @param texts by path; null takes back what was asked for while the run goes on
   * @return each parameter that has another value from now on
   * @throws LiveParameters.RefusedException when one of them cannot be
   * @throws org.plimsoll.engine.spec.InvalidSpecException when the run or its driver refuses
   */
  public synchronized List<RunEvent.Change> change(
      Map<String, @Nullable String> texts, String who) {
    texts.forEach(this::look);
    return apply(parameters.propose(texts, who), who);
  }

  /**
   * Takes over all that a property source says now.
   *
   * @param source its name, the origin of its values
   * @throws LiveParameters.RefusedException when one of them cannot be
   * @throws org.plimsoll.engine.spec.InvalidSpecException when the run or its driver refuses
   */
  public synchronized List<RunEvent.Change> takeOver(String source, Map<String, String> texts) {
    texts.forEach(this::look);
    return apply(parameters.proposeSource(source, texts), source);
  }

  private void look(String path, @Nullable String text) {
    if (text != null) {
      guard.asked(path, text, parameters.resolved().spec().target().scheme());
    }
  }

  private List<RunEvent.Change> apply(LiveParameters.Proposal proposal, String who) {
    RunSpec before = parameters.resolved().spec();
    RunSpec after = proposal.next().spec();
    guard.load(after);
    Map<String, Parameters> next = new LinkedHashMap<>();
    for (int i = 0; i < after.scenarios().size(); i++) {
      ScenarioSpec scenario = after.scenarios().get(i);
      if (!scenario.parameters().equals(before.scenarios().get(i).parameters())) {
        next.put(scenario.name(), scenario.parameters());
      }
    }
    boolean sameDriver = after.target().settings().equals(before.target().settings());
    List<RunEvent.Change> changes = new ArrayList<>();
    for (LiveParameters.Changed each : proposal.changed()) {
      changes.add(
          new RunEvent.Change(
              who,
              each.path(),
              each.before() == null ? "" : each.before(),
              each.after() == null ? "" : each.after()));
    }
    run.change(next, sameDriver ? null : after.target().settings(), changes);
    proposal.accept().run();
    return changes;
  }
}

package org.plimsoll.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.ScheduleSpec;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.settings.Given;
import org.plimsoll.settings.LiveParameters;
import org.plimsoll.settings.ParameterPaths;
import org.plimsoll.settings.ResolvedRun;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.settings.RunSettings;
import org.plimsoll.settings.TuneResolver;
import org.plimsoll.settings.TuneResolver.ResolvedTune;
import org.plimsoll.settings.TuneSettings;
import org.plimsoll.settings.source.PropertySources;

/**
 * Controls a run by texts. REST, JMX, property sources and the schedule use it to change parameters
 * by path and text. Thread-safe.
 */
public final class RunControl implements TextControl, AutoCloseable {
  private final Run run;
  private final LiveParameters parameters;
  private final RunGuard guard;
  private final ParameterListeners listeners = new ParameterListeners();
  private final ScheduledChanges schedule;
  private final List<Companion> companions = new ArrayList<>();
  private final List<Consumer<List<SinkSpec>>> sinks = new CopyOnWriteArrayList<>();
  private final @Nullable Search search;
  private final ScopedChanges scoped;

  private RunControl(Run run, LiveParameters parameters, RunGuard guard, @Nullable Search search) {
    this.run = run;
    this.parameters = parameters;
    this.guard = guard;
    this.search = search;
    this.schedule = new ScheduledChanges(this);
    this.scoped = new ScopedChanges(run, parameters, guard);
  }

  /**
   * Creates a run, and reads its property sources for the first time.
   *
   * @param file the settings of a spec file
   * @param commandLine settings that override the file and the property sources
   * @throws org.plimsoll.engine.spec.InvalidSpecException if a setting is invalid
   */
  public static RunControl prepare(
      RunRequest file, RunRequest commandLine, Drivers drivers, List<RunListener> listeners) {
    return prepare(file, commandLine, drivers, listeners, Clock.system());
  }

  /** Creates a run on the caller's clock. */
  public static RunControl prepare(
      RunRequest file,
      RunRequest commandLine,
      Drivers drivers,
      List<RunListener> listeners,
      Clock clock) {
    return prepare(file, commandLine, drivers, listeners, clock, RunGuard.NONE, new AloneSeat());
  }

  /** Creates a run of one of several generators, with a guard that may reject requests. */
  public static RunControl prepare(
      RunRequest file,
      RunRequest commandLine,
      Drivers drivers,
      List<RunListener> listeners,
      Clock clock,
      RunGuard guard,
      FleetSeat seat) {
    RunRequest lowest = guard.defaults().overriddenBy(file);
    RunRequest asked = lowest.overriddenBy(commandLine);
    guard.asked(asked);
    PropertySources sources =
        PropertySources.open(
            said(asked, RunSettings.PROPERTIES),
            drivers,
            System.getenv(),
            () -> ParameterPaths.of(asked, drivers),
            guard,
            seat.sourceTexts());
    try {
      LiveParameters parameters =
          SourcedParameters.of(lowest, sources, commandLine, drivers, guard);
      RunSpec spec = parameters.resolved().spec();
      guard.target(spec.target());
      guard.load(spec);
      LiveFigures figures = new LiveFigures();
      List<RunListener> all = new ArrayList<>(listeners);
      all.add(figures);
      RunControl control =
          new RunControl(
              Run.prepare(spec, drivers, all, clock, guard, seat), parameters, guard, null);
      spec.before().forEach(action -> control.run.check("before", action));
      for (ScheduleSpec each : said(asked, RunSettings.SCHEDULE)) {
        control.plan(each);
      }
      control.accompany(new ListenedSources(control, sources));
      control.accompany(control.schedule);
      control.accompany(new RunBean(control, figures));
      seat.taken(control.run.seated(control::follow));
      return control;
    } catch (RuntimeException e) {
      sources.close();
      throw e;
    }
  }

  /**
   * Creates a search, which is a run whose load is changed only by the search.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException if a setting is invalid or the guard
   *     rejects it
   */
  public static RunControl search(
      RunRequest request,
      Drivers drivers,
      List<RunListener> listeners,
      Clock clock,
      RunGuard guard,
      FleetSeat seat) {
    ResolvedTune resolved = resolveSearch(request, drivers, guard);
    LiveFigures figures = new LiveFigures();
    List<RunListener> all = new ArrayList<>(listeners);
    all.add(figures);
    Search search = Search.prepare(resolved, drivers, all, clock, guard, seat);
    LiveParameters parameters = LiveParameters.fixed(resolved.run(), drivers);
    RunControl control = new RunControl(search.run(), parameters, guard, search);
    resolved.run().spec().before().forEach(action -> control.run.check("before", action));
    control.accompany(new RunBean(control, figures));
    seat.taken(control.run.seated(control::follow));
    return control;
  }

  private static <T> List<T> said(RunRequest asked, Setting<List<T>> setting) {
    Given given = asked.values().get(setting.name());
    return given == null ? List.of() : setting.value().parser().apply(given.text());
  }

  private void plan(ScheduleSpec change) {
    try {
      ScheduledChanges.Entry _ = schedule.addOfSpec(change);
    } catch (LiveParameters.RefusedException e) {
      throw new InvalidSpecException("schedule: " + e.getMessage(), e);
    }
  }

  private void accompany(Companion companion) {
    companions.add(companion);
    run.accompany(companion);
  }

  /** Closes the resources of a run that will not start. Has no effect after a run has ended. */
  @Override
  public void close() {
    companions.forEach(Companion::close);
  }

  /**
   * Resolves the settings of a run without starting it.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException if a setting is invalid or the guard
   *     rejects it
   */
  public static ResolvedRun resolve(RunRequest request, Drivers drivers, RunGuard guard) {
    if (TuneSettings.isSearch(request)) {
      return resolveSearch(request, drivers, guard).run();
    }
    RunRequest asked = guard.defaults().overriddenBy(request);
    guard.asked(asked);
    ResolvedRun resolved = RunResolver.resolve(asked, drivers);
    guard.target(resolved.spec().target());
    guard.load(resolved.spec());
    requireAllowed(resolved.spec(), asked, guard);
    return resolved;
  }

  /** Rejects actions of a spec that is only resolved. */
  private static void requireAllowed(RunSpec spec, RunRequest asked, RunGuard guard) {
    ActionRunner runner = new ActionRunner(guard);
    spec.before().forEach(action -> runner.check("before", action));
    for (ScheduleSpec each : said(asked, RunSettings.SCHEDULE)) {
      if (each.action() != null) {
        runner.check("schedule", each.action());
      }
    }
  }

  private static ResolvedTune resolveSearch(RunRequest request, Drivers drivers, RunGuard guard) {
    RunRequest asked =
        guard.defaults().overriddenBy(guard.searchDefaults(request)).overriddenBy(request);
    guard.asked(asked);
    ResolvedTune resolved = TuneResolver.resolve(asked, drivers);
    guard.target(resolved.run().spec().target());
    guard.load(resolved.run().spec());
    guard.search(resolved.tune());
    return resolved;
  }

  @Override
  public Run run() {
    return run;
  }

  @Override
  public LiveParameters parameters() {
    return parameters;
  }

  /** Returns the search of this run; null if the run is not a search. */
  public @Nullable Search search() {
    return search;
  }

  /** Returns the scheduled changes. */
  public ScheduledChanges schedule() {
    return schedule;
  }

  /**
   * Registers a listener that receives the typed value of a parameter after each change. It is
   * called on the thread that makes the change, in the order of the changes. It blocks other
   * changes, so it must return quickly.
   *
   * @param setting a setting of {@link RunSettings} or of the driver
   * @return a handle that removes the listener
   */
  public <T> Runnable onChange(Setting<T> setting, Consumer<ParameterChange<T>> listener) {
    return listeners.add(setting, listener);
  }

  @Override
  public List<RunEvent.Change> change(Map<String, @Nullable String> texts, String who) {
    return change(texts, who, ScopedChanges.FLEET);
  }

  /**
   * Changes parameters on the generators of a scope, if a fleet directs the run.
   *
   * @param scope {@value ScopedChanges#FLEET}, or a level and its value such as {@code rack=a}
   */
  public List<RunEvent.Change> change(
      Map<String, @Nullable String> texts, String who, String scope) {
    if (!scoped.isPossible() && scope.equals(ScopedChanges.FLEET)) {
      return change(texts, who, Load.NOW);
    }
    synchronized (this) {
      requireAllowed(texts);
    }
    // Not under the lock, because the fleet changes the parameters here on another thread.
    return scoped.change(texts, who, scope);
  }

  /** Returns the changes for scopes of a fleet. */
  public ScopedChanges scoped() {
    return scoped;
  }

  /**
   * Changes parameters of this generator from an instant on, all or nothing.
   *
   * @param runNanos run time of the current iteration, see {@link FleetSeat.Start}
   */
  public List<RunEvent.Change> change(
      Map<String, @Nullable String> texts, String who, long runNanos) {
    return follow(Map.of(), texts, who, runNanos);
  }

  /** Changes the parameters of this generator, see {@link DirectedRun.Changer}. */
  synchronized List<RunEvent.Change> follow(
      Map<String, Map<String, String>> sources,
      Map<String, @Nullable String> texts,
      String who,
      long runNanos) {
    sources.values().forEach(its -> its.forEach(this::look));
    requireAllowed(texts);
    return apply(parameters.propose(sources, texts, who), who, runNanos);
  }

  @Override
  public List<RunEvent.Change> takeOver(String source, Map<String, String> texts) {
    if (!scoped.isPossible()) {
      return follow(Map.of(source, texts), Map.of(), source, Load.NOW);
    }
    texts.forEach(this::look);
    scoped.takeOver(source, texts);
    return List.of(); // each generator reports the change when it applies it
  }

  @Override
  public void requireAllowed(Map<String, @Nullable String> texts) {
    texts.forEach(this::look);
  }

  private void look(String path, @Nullable String text) {
    if (text != null) {
      guard.asked(path, text, parameters.resolved().spec().target().scheme());
    }
  }

  /** Opens and closes sessions before other changes, because this may fail. */
  private void changeSessions(RunSpec before, RunSpec after) {
    for (int i = 0; i < after.scenarios().size(); i++) {
      ScenarioSpec scenario = after.scenarios().get(i);
      if (scenario.sessions() != before.scenarios().get(i).sessions()) {
        run.resizeSessions(scenario.name(), scenario.sessions());
      }
    }
  }

  /**
   * Registers a listener for changes to the sinks of metrics and notices. It may reject them with
   * an {@link InvalidSpecException}, before anything else changes.
   */
  public void onSinks(Consumer<List<SinkSpec>> listener) {
    sinks.add(listener);
  }

  private List<RunEvent.Change> apply(LiveParameters.Proposal proposal, String who, long runNanos) {
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
    changeSessions(before, after);
    boolean sameSinks = after.observation().sinks().equals(before.observation().sinks());
    if (!sameSinks) {
      sinks.forEach(each -> each.accept(after.observation().sinks()));
    }
    boolean sameTelemetry =
        after.observation().telemetry().equals(before.observation().telemetry())
            && after.observation().readsDriver() == before.observation().readsDriver();
    boolean sameDriver = after.target().settings().equals(before.target().settings());
    List<RunEvent.Change> changes = Changes.of(proposal, who);
    try {
      run.change(
          next,
          sameDriver ? null : after.target().settings(),
          sameTelemetry ? null : after.observation(),
          changes,
          runNanos);
    } catch (RuntimeException e) {
      changeSessions(after, before);
      if (!sameSinks) {
        sinks.forEach(each -> each.accept(before.observation().sinks()));
      }
      throw e;
    }
    proposal.accept().run();
    listeners.tell(proposal.changed(), who).forEach(text -> run.tell(EventKind.WARNING, text));
    return changes;
  }
}

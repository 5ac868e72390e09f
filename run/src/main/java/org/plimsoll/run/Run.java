package org.plimsoll.run;

import org.plimsoll.result.EventKind;
import org.plimsoll.result.Phase;
import static org.plimsoll.engine.clock.Alarm.NEVER;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Row;
import org.plimsoll.api.Session;
import org.plimsoll.engine.arrival.RateShape;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.load.ClosedLoad;
import org.plimsoll.engine.load.Handshake;
import org.plimsoll.engine.load.Lanes;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.load.LoadContext;
import org.plimsoll.engine.load.OperationWatches;
import org.plimsoll.engine.load.OpenLoad;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.load.SingleOperation;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.measure.FailureText;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.RunSpec.PhasesSpec;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.engine.spec.WorkloadSpec;
import org.plimsoll.engine.telemetry.Telemetry;
import org.plimsoll.analysis.tune.Pilot;
import org.plimsoll.engine.workload.AcknowledgedWrites;
import org.plimsoll.engine.workload.KeySequence;
import org.plimsoll.engine.workload.OperationBuffer;
import org.plimsoll.engine.workload.OperationSource;
import org.plimsoll.engine.workload.RowVerifier;
import org.plimsoll.engine.workload.Workload;

/**
 * One run, from a spec to a summary: open the target, fill it, warm up, measure, drain, judge. Its
 * parameters can be changed and it can be stopped from any thread while {@link #execute} blocks.
 */
public final class Run {
  private static final long EXPIRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int TRACKED_KEYS = 1_000_000;

  /** Heap that one operation in flight may take: slot, row, the client's own. */
  private static final long IN_FLIGHT_BYTES = 16 << 10;

  private final RunSpec spec;
  private final Drivers drivers;
  private final Clock clock;
  private final RunReporter reporter;
  private final DriverMeters meters = new DriverMeters();
  private final List<Scenario> scenarios;
  private final @Nullable Pilot pilot;
  private final List<Companion> companions = new CopyOnWriteArrayList<>();
  private @Nullable ConsistencyRun consistency;
  private volatile @Nullable OpenTarget open;
  private final Filler filler;
  private final BesideFill besideFill;
  private volatile boolean fillGoesOn;
  private volatile boolean fillStopped;
  private volatile boolean stopped;
  private volatile boolean aborted;

  private Run(
      RunSpec spec,
      Drivers drivers,
      List<RunListener> listeners,
      Clock clock,
      @Nullable Pilot pilot) {
    this.pilot = pilot;
    this.spec = spec;
    this.drivers = drivers;
    this.clock = clock;
    this.scenarios = Scenario.of(spec);
    this.reporter = new RunReporter(spec, scenarios, listeners, clock);
    this.filler = new Filler(spec, clock);
    this.besideFill = new BesideFill(filler, clock, reporter);
  }

  /** A run in real time that has not begun. */
  public static Run prepare(RunSpec spec, Drivers drivers, List<RunListener> listeners) {
    return prepare(spec, drivers, listeners, Clock.system());
  }

  /** A run on a clock of the caller's, such as virtual time with a simulated target. */
  public static Run prepare(
      RunSpec spec, Drivers drivers, List<RunListener> listeners, Clock clock) {
    return new Run(spec, drivers, List.copyOf(listeners), clock, null);
  }

  /**
   * A run whose measure phase a pilot divides into steps, changing the load of its first scenario.
   */
  public static Run piloted(
      RunSpec spec, Drivers drivers, List<RunListener> listeners, Clock clock, Pilot pilot) {
    return new Run(spec, drivers, List.copyOf(listeners), clock, pilot);
  }

  /**
   * Runs to the end, on the calling thread.
   *
   * @throws TargetUnavailableException when the target cannot be opened or prepared
   * @throws InvalidSpecException when the driver refuses something that was asked for
   */
  public Summary execute() throws TargetUnavailableException {
    try {
      return executeToTheEnd();
    } catch (TargetUnavailableException | RuntimeException | Error e) {
      reporter.failed(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private Summary executeToTheEnd() throws TargetUnavailableException {
    try (clock;
        Health health = new Health(clock.isVirtual());
        OpenTarget target = openTarget(meters);
        Telemetry telemetry =
            Telemetry.begin(
                spec.observation(),
                target.driver().name(),
                target::telemetry,
                clock,
                text -> reporter.event(EventKind.WARNING, text))) {
      scenarios.forEach(scenario -> requireSupported(target, scenario.parameters()));
      open = target;
      reporter.begin(target, health, meters, telemetry);
      reporter.started(
          new RunStart(
              reporter.id(),
              spec.name(),
              spec.target().uri(),
              reporter.startedAt(),
              spec.seed(),
              spec.resolved()));
      companions.forEach(Companion::begin);
      try {
        return executeOn(target);
      } finally {
        companions.forEach(Companion::close);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was interrupted", e);
    } finally {
      companions.forEach(Companion::close);
    }
  }

  /** Adds a listener to a run that has not begun. */
  public void listen(RunListener listener) {
    reporter.listen(listener);
  }

  /** Lets something go along from the begin of the run to its end. */
  void accompany(Companion companion) {
    companions.add(companion);
  }

  /** Tells the listeners that something has happened. */
  void tell(EventKind kind, String text) {
    reporter.event(kind, text);
  }

  /** When the run was made, to which all its times count. */
  public Instant startedAt() {
    return reporter.startedAt();
  }

  Clock clock() {
    return clock;
  }

  RunSpec spec() {
    return spec;
  }

  private OpenTarget openTarget(DriverMeters itsMeters) throws TargetUnavailableException {
    return OpenTarget.open(
        drivers,
        spec.target(),
        new RunHost(spec, clock, itsMeters, text -> reporter.event(EventKind.TARGET, text)));
  }

  /** Ends the load as if its time had come: what is under way is waited for, and judged. */
  public void stop() {
    stopped = true;
    besideFill.stop();
    scenarios.forEach(Scenario::stop);
  }

  /** Ends at once; what is under way counts as unfinished. */
  public void abort() {
    aborted = true;
    stopped = true;
    besideFill.abort();
    scenarios.forEach(Scenario::abort);
  }

  /** The parameters in force, of the first load, which mostly is the only one. */
  public Parameters parameters() {
    return scenarios.getFirst().parameters();
  }

  /** The parameters of a scenario in force. */
  public Parameters parameters(String scenario) {
    return named(scenario).parameters();
  }

  /** The names of the scenarios, and of the probe if there is one. */
  public List<String> scenarios() {
    return scenarios.stream().map(Scenario::name).toList();
  }

  /**
   * Changes the parameters of the only load in one step, from now on.
   *
   * @param who told in the log of events
   * @throws InvalidSpecException when the model or the number of lanes would change, the target has
   *     no such operation, or there are several scenarios
   */
  public void change(Parameters next, String who) {
    if (spec.loads().size() > 1) {
      throw new InvalidSpecException(
          "scenario: must be named, as there are " + String.join(", ", scenarios()));
    }
    change(scenarios.getFirst().name(), next, who);
  }

  /**
   * Changes the parameters of one scenario in one step, from now on; the others go on as they are.
   *
   * @param who told in the log of events
   * @throws InvalidSpecException when the model or the number of lanes would change, the target has
   *     no such operation, or there is no such scenario
   */
  public void change(String scenario, Parameters next, String who) {
    Parameters before = parameters(scenario);
    String path = named(scenario).spec().isNamed() ? "scenario/" + scenario + "/" : "";
    change(Map.of(scenario, next), null, Changes.between(path, before, next, who));
  }

  /**
   * Changes parameters of scenarios, and settings of the driver, in one step: all or nothing.
   *
   * @param next by the scenario's name
   * @param driverSettings all that are given to the driver from now on; null when they stay
   * @param told in the log of events
   * @throws InvalidSpecException when one of them cannot be
   */
  public synchronized void change(
      Map<String, Parameters> next,
      @Nullable Map<String, String> driverSettings,
      List<RunEvent.Change> told) {
    next.forEach((name, parameters) -> requirePossible(named(name), parameters));
    OpenTarget target = open;
    if (driverSettings != null) {
      if (target == null) {
        throw new InvalidSpecException("set: cannot change before the target is open");
      }
      target.changeSettings(driverSettings);
      scenarios.forEach(scenario -> scenario.changeDriverSettings(driverSettings));
    }
    next.forEach((name, parameters) -> named(name).change(parameters));
    told.forEach(reporter::changed);
  }

  private void requirePossible(Scenario changed, Parameters next) {
    Parameters before = changed.parameters();
    if (next.model() != before.model() || next.lanes().size() != before.lanes().size()) {
      throw new InvalidSpecException("model: must stay " + before.model() + " while a run goes on");
    }
    OpenTarget target = open;
    if (target != null) {
      requireSupported(target, next);
    }
    for (Parameters.Lane lane : next.lanes()) {
      if (next.model() != Model.CLOSED && !(RateShape.of(lane.rate()).peakPerSecond() > 0)) {
        throw new InvalidSpecException(
            "rate: must be above 0 for each operation, was " + lane.rate());
      }
    }
    // Compiled once more by the load; here to refuse what cannot be, on the caller's thread.
    List<OperationSource> _ = changed.compile(next, 1);
  }

  /**
   * Performs one operation beside the load, in a session of its own, and waits for the answer.
   *
   * @param key an index of the key space such as {@code 42}, or the name of a key
   * @param isNamed whether it is a name
   * @param fields what is written; the workload's own row for the key when empty
   * @throws InvalidSpecException when the target has no such operation, or is not open
   */
  public SingleOperation.Answer perform(
      OperationType type, String key, boolean isNamed, Map<String, String> fields)
      throws Exception {
    OpenTarget target = open;
    if (target == null || reporter.isFinished()) {
      throw new InvalidSpecException("operation: needs a run that goes on");
    }
    if (!target.operations().contains(type)) {
      List<String> known = target.operations().stream().map(OperationType::name).toList();
      throw new InvalidSpecException(
          "operation: must be one of "
              + String.join(", ", known)
              + ", was '"
              + type.name()
              + "'"
              + NearestName.suggestion(type.name(), known));
    }
    Parameters now = parameters();
    OperationBuffer generated = new OperationBuffer();
    generated.prepareText(true);
    Workload.of(now.workload(), now.lanes().getFirst().mix(), spec.seed(), new KeySequence(1))
        .prepareFill(generated, isNamed ? 0 : Long.parseLong(key));
    Row row = fields.isEmpty() ? generated.row() : SingleOperation.row(fields);
    try (Session session = target.openSession()) {
      return SingleOperation.perform(
          session,
          SingleOperation.of(
              type,
              isNamed ? SingleOperation.key(key) : generated.key(),
              type.row() ? row : null,
              (int) Math.min(now.workload().scanLength().maximum(), 100),
              clock.nanoTime() + now.timeoutNanos()),
          clock,
          new FailureText(target::secrets));
    }
  }

  /** What the target's driver can do besides operations, by name, with a sentence for each. */
  public Map<String, String> hooks() {
    OpenTarget target = open;
    return target == null ? Map.of() : target.client().hooks();
  }

  /**
   * Lets the driver do one of its {@link #hooks}.
   *
   * @return what it tells the user
   * @throws InvalidSpecException when there is no such hook
   */
  public String perform(String hook, String who) throws Exception {
    OpenTarget target = open;
    Map<String, String> known = hooks();
    if (target == null || !known.containsKey(hook)) {
      throw new InvalidSpecException(
          "hook: must be one of the driver's ("
              + (known.isEmpty() ? "it has none" : String.join(", ", known.keySet()))
              + "), was '"
              + hook
              + "'");
    }
    reporter.event(EventKind.TARGET, who + " runs the driver's " + hook);
    String told = target.runHook(hook);
    reporter.event(EventKind.TARGET, "the driver's " + hook + " has ended");
    return told;
  }

  /** The target's driver; null before it is open. */
  public @Nullable Driver driver() {
    OpenTarget target = open;
    return target == null ? null : target.driver();
  }

  /** The operations of the target that is open; none before that. */
  public Set<OperationType> operations() {
    OpenTarget target = open;
    return target == null ? Set.of() : target.operations();
  }

  /** What the driver knows of its store, by name; empty before it is open. */
  public Map<String, String> facts() {
    OpenTarget target = open;
    return target == null ? Map.of() : target.client().facts();
  }

  /** An instant of the run's clock. */
  long nanos(Instant instant) {
    return reporter.nanos(instant);
  }

  /** When it is an instant of the run's clock. */
  Instant instant(long atNanos) {
    return reporter.instant(atNanos);
  }

  /** The run's id; its folder ends in it. */
  public String id() {
    return reporter.id();
  }

  /** Which sides of the load are on. */
  public Switches switches() {
    return scenarios.getFirst().switches();
  }

  /**
   * Starts and stops the sides of all loads, but not the probe, from now on.
   *
   * @param who told in the log of events
   */
  public synchronized void change(Switches next, String who) {
    requireNoPilot("switches");
    Switches before = switches();
    scenarios.forEach(scenario -> scenario.change(next));
    Changes.between(before, next, who).forEach(reporter::changed);
  }

  private void requireNoPilot(String what) {
    if (pilot != null) {
      throw new InvalidSpecException(
          what + ": must stay as it is in a search, whose trials it would spoil");
    }
  }

  private Scenario named(String name) {
    return scenarios.stream()
        .filter(scenario -> scenario.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new InvalidSpecException(
                "scenario: no scenario named '"
                    + name
                    + "'"
                    + NearestName.suggestion(name, scenarios())));
  }

  private Summary executeOn(OpenTarget target)
      throws TargetUnavailableException, InterruptedException {
    try {
      prepareTarget(target);
      FillMode fillMode = fillMode(target); // counts rows of what has just been made
      RowVerifier verifier = verifier(fillMode);
      consistency = ConsistencyRun.of(spec, clock, target, reporter);
      if (fillMode != FillMode.NONE && !stopped) {
        fill(verifier, fillMode);
        if (!stopped) {
          tellFilled(target);
        }
      }
      PhasesSpec phases = spec.phases();
      if (phases.measures() && !(stopped && fillMode != FillMode.NONE)) {
        for (int iteration = 1;
            iteration == 1 || (iteration <= phases.iterations() && !stopped);
            iteration++) {
          measure(verifier, iteration);
        }
        readBack();
      }
      return reporter.finish(consistency == null ? null : consistency.report());
    } finally {
      besideFill.end();
      scenarios.forEach(Scenario::close);
    }
  }

  /** One for all scenarios, since a write of one may be read by another. */
  private @Nullable RowVerifier verifier(FillMode fillMode) {
    WorkloadSpec workload = parameters().workload();
    return workload.verify() || fillMode == FillMode.VERIFY
        ? new RowVerifier(new AcknowledgedWrites(TRACKED_KEYS), workload.ignoreMissing())
        : null;
  }

  /** Opens the sessions, makes the schema and shakes hands, so that a dead target costs no load. */
  private void prepareTarget(OpenTarget target) throws TargetUnavailableException {
    try {
      target.client().create();
      for (Scenario scenario : scenarios) {
        boolean own = scenario.isProbe() && !isInProcess(target);
        OpenTarget its = own ? openTarget(new DriverMeters()) : target;
        scenario.connect(its, own, clock, text -> reporter.event(EventKind.SESSION, text));
      }
      if (spec.handshake()) {
        Handshake.perform(target, scenarios.getFirst().sessions(), clock, parameters());
      }
    } catch (TargetUnavailableException e) {
      throw e;
    } catch (Exception e) {
      throw TargetUnavailableException.because(e);
    }
  }

  /** A store that lives in this process is its client: a second one would be another store. */
  private static boolean isInProcess(OpenTarget target) {
    Set<Capability> capabilities = target.driver().capabilities();
    return capabilities.contains(Capability.EMBEDDED)
        || capabilities.contains(Capability.SIMULATED);
  }

  private static void tellFilled(OpenTarget target) throws TargetUnavailableException {
    try {
      target.client().filled();
    } catch (Exception e) {
      throw new TargetUnavailableException("cannot end the fill: " + e.getMessage(), e);
    }
  }

  private FillMode fillMode(OpenTarget target) throws TargetUnavailableException {
    FillMode asked = spec.fill().mode();
    Set<Capability> capabilities = target.driver().capabilities();
    if (asked != FillMode.AUTO) {
      return asked;
    }
    if (capabilities.contains(Capability.FINDS_EVERY_KEY)) {
      return FillMode.NONE;
    }
    try {
      OptionalLong count = target.client().count();
      boolean empty = count.isPresent() && count.getAsLong() == 0;
      boolean fills = capabilities.contains(Capability.EMBEDDED) ? count.orElse(0) == 0 : empty;
      return fills ? FillMode.FILL : FillMode.NONE;
    } catch (Exception e) {
      throw new TargetUnavailableException("cannot count the rows: " + e.getMessage(), e);
    }
  }

  /** Loads the keys of this shard, each scenario's range with its own rows. */
  private void fill(@Nullable RowVerifier verifier, FillMode mode) throws InterruptedException {
    reporter.phase(Phase.FILL, clock.nanoTime());
    fillGoesOn = true;
    for (Scenario scenario : FillRanges.of(scenarios)) {
      if (!stopped && !fillStopped) {
        fill(scenario, verifier, mode);
      }
    }
    fillGoesOn = false;
    reporter.filled(mode);
  }

  private void fill(Scenario scenario, @Nullable RowVerifier verifier, FillMode mode)
      throws InterruptedException {
    long startNanos = clock.nanoTime();
    PhaseRecorder recorder = reporter.recorder(scenario, Phase.FILL);
    Load load = filler.load(scenario, scenario.sessions(), verifier, mode, recorder, startNanos);
    if (load != null) {
      scenario.records(List.of(recorder));
      scenario.carries(load, false);
      carry(startNanos);
    }
  }

  /** Whether keys are being loaded, before the load or beside it. */
  public boolean isFilling() {
    return fillGoesOn || besideFill.isGoingOn();
  }

  /**
   * Loads the keys of the workload once more, beside whatever the run does.
   *
   * @throws InvalidSpecException when that goes on already, or the run does not
   */
  public synchronized void startFill(String who) {
    OpenTarget target = open;
    if (target == null || reporter.isFinished() || stopped) {
      throw new InvalidSpecException("fill: needs a run that goes on");
    }
    requireNoPilot("fill");
    if (isFilling()) {
      throw new InvalidSpecException("fill: goes on already");
    }
    FillMode mode = spec.fill().mode();
    boolean isPlain = mode == FillMode.AUTO || mode == FillMode.NONE;
    reporter.changed(new RunEvent.Change(who, "fill", "off", "on"));
    besideFill.begin(target, FillRanges.of(scenarios), isPlain ? FillMode.FILL : mode);
  }

  /** Ends a fill; the load, if it waits for one, begins. */
  public synchronized void stopFill(String who) {
    if (isFilling()) {
      reporter.changed(new RunEvent.Change(who, "fill", "on", "off"));
      besideFill.stop();
      if (fillGoesOn) {
        fillStopped = true;
        scenarios.forEach(Scenario::stop);
      }
    }
  }

  /** One iteration: warm-up before the first of them, the measure phase, and its drain. */
  private void measure(@Nullable RowVerifier verifier, int iteration)
      throws InterruptedException, TargetUnavailableException {
    // Classes load with the first; the schedule must not begin before that.
    scenarios.forEach(scenario -> scenario.compile(scenario.parameters(), iteration));
    PhasesSpec phases = spec.phases();
    long startNanos = clock.nanoTime();
    long measureNanos = startNanos + (iteration == 1 ? phases.warmupNanos() : 0);
    long endNanos =
        phases.durationNanos() == 0 ? Long.MAX_VALUE : measureNanos + phases.durationNanos();
    if (iteration == 1) {
      reporter.phase(Phase.WARMUP, startNanos);
    }
    reporter.phase(Phase.MEASURE, measureNanos);
    @Nullable PhasePlan plan = null;
    @Nullable PilotedSteps steps = null;
    for (Scenario scenario : scenarios) {
      PhaseRecorder warmup = reporter.recorder(scenario, Phase.WARMUP);
      PhaseRecorder measure = reporter.recorder(scenario, Phase.MEASURE);
      scenario.records(List.of(warmup, measure));
      PhasePlan its =
          plan == null
              ? new PhasePlan(warmup, measure, measureNanos, endNanos, phases.operations())
              : plan.beside(warmup, measure, !scenario.isProbe());
      plan = its;
      LoadContext context = scenario.context(clock, verifier, watches(scenario));
      Lanes lanes = now -> scenario.compile(now, iteration);
      begin(scenario, begun -> newLoad(scenario, context, its, begun, lanes, iteration));
      if (pilot != null && steps == null) {
        steps = new PilotedSteps(this, pilot, scenario, clock, reporter, its, measure, meters);
      }
    }
    reporter.measures(required(plan));
    if (iteration == 1) {
      companions.forEach(companion -> companion.measures(measureNanos));
    }
    if (steps != null) {
      steps.begin(measureNanos);
    }
    if (consistency != null && iteration == 1) {
      consistency.measures(measureNanos);
    }
    try {
      carry(startNanos);
    } finally {
      if (steps != null) {
        steps.end();
      }
    }
    if (steps != null) {
      steps.requireSound();
    }
  }

  private @Nullable OperationWatches watches(Scenario scenario) {
    ConsistencyRun followed = consistency;
    return followed == null
        ? null
        : followed.monitor().watches(scenarios.indexOf(scenario), scenarios.size());
  }

  /** Finds out what has become of the writes, once nobody writes any more. */
  private void readBack() throws InterruptedException {
    ConsistencyRun followed = consistency;
    if (followed != null) {
      followed.loadEnded();
      if (!aborted) {
        Scenario first = scenarios.getFirst();
        followed.readBack(reading -> first.carries(reading, false));
        first.carried();
      }
    }
  }

  /** Makes a scenario's load; a change that comes meanwhile is not lost. */
  private static void begin(Scenario scenario, Function<Parameters, Load> maker) {
    Parameters begun = scenario.effective();
    Load load = maker.apply(begun);
    scenario.carries(load, true);
    if (scenario.effective() != begun) {
      load.change(scenario.effective());
    }
  }

  /** A load that goes on. */
  private record Carried(Scenario scenario, Load load) {}

  /** Lets the loads run to their end, with the watchdog and the second's snapshot beside them. */
  private void carry(long startNanos) throws InterruptedException {
    List<Carried> carried =
        scenarios.stream()
            .filter(Scenario::isCarrying)
            .map(scenario -> new Carried(scenario, scenario.load()))
            .toList();
    Alarm watchdog =
        new Alarm(
            clock.housekeeping(), nanos -> watch(carried, nanos) ? nanos + EXPIRY_NANOS : NEVER);
    Alarm seconds =
        new Alarm(
            clock.housekeeping(),
            nanos -> {
              reporter.second(nanos);
              return hasFinished(carried) ? NEVER : nanos + SECOND_NANOS;
            });
    reporter.carries();
    watchdog.arm(clock.nanoTime() + EXPIRY_NANOS);
    seconds.arm(clock.nanoTime() + SECOND_NANOS);
    for (Carried each : carried) {
      each.load.start(startNanos);
    }
    if (stopped) {
      scenarios.forEach(Scenario::stop);
    }
    if (aborted) {
      scenarios.forEach(Scenario::abort);
    }
    for (Carried each : carried) {
      clock.await(each.load.finished());
    }
    scenarios.forEach(Scenario::carried);
    reporter.lastSecond(clock.nanoTime(), aborted);
    Throwable failure = failure(carried);
    if (failure != null) {
      throw new IllegalStateException("the load could not go on: " + failure, failure);
    }
  }

  /** Ends what has outlived its deadline; false when all loads have finished. */
  private static boolean watch(List<Carried> carried, long nowNanos) {
    boolean failed = failure(carried) != null;
    for (Carried each : carried) {
      if (!each.load.finished().hasFired()) {
        each.load.expire(nowNanos);
        long timeoutNanos = each.scenario.parameters().timeoutNanos();
        each.scenario.sessions().discardStuck(nowNanos, timeoutNanos);
        if (failed) {
          each.load.abort();
        }
      }
    }
    return !hasFinished(carried);
  }

  private static boolean hasFinished(List<Carried> carried) {
    return carried.stream().allMatch(each -> each.load.finished().hasFired());
  }

  private static @Nullable Throwable failure(List<Carried> carried) {
    return carried.stream()
        .map(each -> each.load.failure())
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private Load newLoad(
      Scenario scenario,
      LoadContext context,
      PhasePlan plan,
      Parameters now,
      Lanes lanes,
      int iteration) {
    long seed = spec.seed() ^ scenario.stream(iteration);
    if (now.model() == Model.CLOSED) {
      int threads = Runtime.getRuntime().availableProcessors();
      return new ClosedLoad(
          context, plan, now, lanes, clock.workers(threads), clock.isVirtual() ? 0 : threads, seed);
    }
    long byMemory = Runtime.getRuntime().maxMemory() / 2 / IN_FLIGHT_BYTES;
    int capacity = Math.clamp(byMemory / scenarios.size(), 1_024, 1 << 20);
    return new OpenLoad(context, plan, now, lanes, scenario.waits(), seed, capacity);
  }

  private static <T> T required(@Nullable T value) {
    return Objects.requireNonNull(value, "a run has at least one scenario");
  }

  private void requireSupported(OpenTarget target, Parameters parameters) {
    Set<OperationType> known = target.operations();
    Stream<Parameters.Weight> asked =
        parameters.lanes().stream().flatMap(lane -> lane.mix().stream());
    asked.forEach(part -> {
      boolean isKnown =
          part.steps().isEmpty()
              ? known.contains(part.type())
              : part.steps().stream().allMatch(step -> known.contains(step.type()));
      if (!isKnown) {
        throw new InvalidSpecException(
            "mix: must be of operations that "
                + target.driver().name()
                + " has, was "
                + part.type().name());
      }
    });
    if (parameters.workload().verify()
        && !target.driver().capabilities().contains(Capability.RETURNS_ROWS)) {
      throw new InvalidSpecException(
          "verify: must be left out, since "
              + target.driver().name()
              + " returns no rows to check");
    }
    if (spec.consistency().enabled()
        && !(target.driver().capabilities().contains(Capability.RETURNS_ROWS)
            || target.driver().capabilities().contains(Capability.SIMULATED))) {
      throw new InvalidSpecException(
          "consistency: must be left out, since "
              + target.driver().name()
              + " returns no rows to judge");
    }
  }
}

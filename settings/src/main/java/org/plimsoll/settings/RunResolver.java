package org.plimsoll.settings;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.ConsistencySpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.ObservationSpec;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.RunSpec.FillSpec;
import org.plimsoll.engine.spec.RunSpec.PhasesSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.ScenarioSpec.Role;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.TargetUri;
import org.plimsoll.engine.spec.TelemetrySpec;
import org.plimsoll.engine.spec.WorkloadSpec;

/** Makes a checked {@link RunSpec} of what a user asked for, or refuses it with one sentence. */
public final class RunResolver {
  private static final String DEFAULT_TARGET = "rocksdb:";
  private static final long MAX_KEYS = 1L << 62;
  // A wide row is buffered per operation in flight: beyond this it is a mistake.
  private static final long MAX_ROW_BYTES = 1L << 30;

  private final RunRequest request;
  private final Map<String, Given> values = new LinkedHashMap<>();
  private final DriverSettings driver;
  private final Plugins plugins;

  /** For one scenario, with its own values over those of the run. */
  private RunResolver(
      RunRequest request, DriverSettings driver, Plugins plugins, Map<String, Given> values) {
    this.request = request;
    this.driver = driver;
    this.plugins = plugins;
    this.values.putAll(values);
  }

  private RunResolver(RunRequest request, Plugins plugins) {
    this.request = request;
    this.plugins = plugins;
    checkNames(request);
    String violation = Exclusions.violation(request.values());
    if (!violation.isEmpty()) {
      throw new InvalidSpecException(violation);
    }
    for (Setting<?> setting : RunSettings.all().toList()) {
      Given given = request.values().get(setting.name());
      if (given != null) {
        values.put(setting.name(), given);
      } else if (setting.defaultText() != null) {
        values.put(setting.name(), Given.byDefault(setting.defaultText()));
      }
    }
    values.computeIfAbsent(
        RunSettings.SEED.name(),
        _ -> new Given(Long.toString(new SecureRandom().nextLong(1L << 53)), "random"));
    Given target = Objects.requireNonNullElse(request.target(), Given.byDefault(DEFAULT_TARGET));
    driver = DriverSettings.resolve(target, request.driverSettings(), plugins::named);
  }

  /** The target that a request means. */
  static TargetUri target(RunRequest request) {
    Given given = request.target();
    return TargetUri.parse(given == null ? DEFAULT_TARGET : given.text());
  }

  /**
   * Resolves a request.
   *
   * @param plugins gives the driver of a scheme, or throws {@link InvalidSpecException}
   */
  public static ResolvedRun resolve(RunRequest request, Plugins plugins) {
    return new RunResolver(request, plugins).resolve(true);
  }

  /** Resolves a request to fill the target and measure nothing. */
  public static ResolvedRun resolveFill(RunRequest request, Plugins plugins) {
    return new RunResolver(request, plugins).resolve(false);
  }

  private ResolvedRun resolve(boolean measures) {
    RunSettings.all().forEach(this::check);
    List<ScenarioSpec> scenarios = scenarios(measures);
    if (get(RunSettings.VERIFY) && !driver.returnsRows()) {
      throw new InvalidSpecException(
          "verify: must be false with the driver '"
              + driver.name()
              + "', which does not return the rows that it reads, was 'true'");
    }
    long mostKeys =
        scenarios.stream().mapToLong(each -> each.parameters().workload().keys()).max().orElse(0);
    ConsistencySpec consistency =
        measures ? ConsistencyResolver.resolve(this, scenarios) : ConsistencySpec.off();
    if (measures) {
      requireTransactions(scenarios);
    }
    if (get(RunSettings.VERIFY) || consistency.enabled()) {
      driver.requireRows(
          get(RunSettings.VERIFY) ? "verify" : "consistency", ScenarioSpec.fieldNames(scenarios));
    }
    requireRowsOfOurs(scenarios, consistency);
    FillSpec fill = fill(mostKeys, measures);
    List<ResolvedRun.Value> story = story(scenarios);
    Map<String, Object> resolved = new LinkedHashMap<>();
    story.forEach(value -> resolved.put(value.name(), value.text()));
    RunSpec spec =
        new RunSpec(
            get(RunSettings.NAME),
            driver.target(count(RunSettings.SESSIONS)),
            scenarios,
            fill,
            measures ? phases() : new PhasesSpec(0, 0, 0, false),
            slos(scenarios, consistency.enabled()),
            get(RunSettings.SEED),
            get(RunSettings.HANDSHAKE),
            consistency,
            observation(),
            Collections.unmodifiableMap(resolved));
    return new ResolvedRun(spec, story);
  }

  private ObservationSpec observation() {
    List<SinkSpec> sinks = find(RunSettings.METRICS);
    List<TelemetrySpec> telemetry = find(RunSettings.TELEMETRY);
    return new ObservationSpec(
        sinks == null ? List.of() : sinks,
        telemetry == null ? List.of() : telemetry,
        telemetry == null || !TelemetryText.isNone(text(RunSettings.TELEMETRY.name())),
        get(RunSettings.TELEMETRY_EVERY).toNanos());
  }

  /** The loads, and then the probe if there is one. */
  private List<ScenarioSpec> scenarios(boolean measures) {
    List<ScenarioSpec> scenarios = new ArrayList<>();
    if (request.scenarios().isEmpty()) {
      scenarios.add(scenario(ScenarioSpec.ONLY, Role.LOAD));
    }
    requireSeen();
    request
        .scenarios()
        .forEach((name, own) -> {
          own.keySet().forEach(key -> ScenarioTexts.setting(name, key));
          ScenarioTexts.checkedName(name);
          scenarios.add(of(name, ScenarioTexts.resolved(values, own), Role.LOAD));
        });
    if (measures && values.containsKey(RunSettings.PROBE.name())) {
      if (values.containsKey(RunSettings.REQUESTS.name())) {
        throw new InvalidSpecException(
            "probe: must not be given with requests, which it cannot tell from its own, was '"
                + text("probe")
                + "'");
      }
      Given rate = given(RunSettings.PROBE);
      Map<String, Given> its = ScenarioTexts.probe(values, rate, given(RunSettings.PROBE_MIX));
      scenarios.add(of(ScenarioSpec.PROBE, its, Role.PROBE));
    } else if (isGiven(RunSettings.PROBE_MIX)) {
      throw new InvalidSpecException(
          "probe-mix: must be given with a probe only, was '" + text("probe-mix") + "' without");
    }
    return scenarios;
  }

  /** Rows that a file of requests brings carry nothing to check them by. */
  private void requireRowsOfOurs(List<ScenarioSpec> scenarios, ConsistencySpec consistency) {
    boolean isChecked = get(RunSettings.VERIFY) || consistency.enabled();
    boolean bringsRows =
        scenarios.stream()
            .map(scenario -> scenario.parameters().workload().keyDistribution())
            .anyMatch(keys ->
                keys instanceof KeyDistributionSpec.Requests requests && requests.file().hasRows());
    if (isChecked && bringsRows) {
      throw new InvalidSpecException(
          (get(RunSettings.VERIFY) ? "verify" : "consistency")
              + ": must be false with requests that bring rows of their own, which carry nothing to"
              + " check them by, was 'true'");
    }
  }

  /** Transactions that nobody asks for are a mistake, and two things must not have one name. */
  private void requireTransactions(List<ScenarioSpec> scenarios) {
    Set<String> said = new LinkedHashSet<>();
    Stream.concat(Stream.of(values), request.scenarios().values().stream())
        .map(all -> all.get(RunSettings.TRANSACTION.name()))
        .filter(Objects::nonNull)
        .forEach(given -> said.addAll(RunSettings.TRANSACTION.parse(given.text()).keySet()));
    for (ScenarioSpec scenario : scenarios) {
      if (scenario.isNamed() && said.contains(scenario.name())) {
        throw new InvalidSpecException(
            "transaction: must have a name that nothing else has, and '"
                + scenario.name()
                + "' is a scenario");
      }
      scenario.parameters().lanes().stream()
          .flatMap(lane -> lane.mix().stream())
          .forEach(weight -> said.remove(weight.type().name()));
    }
    if (!said.isEmpty()) {
      throw new InvalidSpecException(
          "transaction: must be in the mix, the rate or the workers, and '"
              + said.iterator().next()
              + "' is in none");
    }
  }

  /** A setting on the command line that no scenario would follow is a mistake. */
  private void requireSeen() {
    values.forEach((name, given) -> {
      boolean hidden =
          !request.scenarios().isEmpty()
              && request.scenarios().values().stream()
                  .allMatch(own -> ScenarioTexts.hides(own, name));
      if (hidden && given.isDemanded()) {
        throw new InvalidSpecException(
            name
                + ": must be given to one of the scenarios, which all have their own, as in"
                + " --scenario "
                + request.scenarios().keySet().iterator().next()
                + "/"
                + name
                + "=…, was '"
                + given.text()
                + "'");
      }
    });
  }

  private ScenarioSpec of(String name, Map<String, Given> all, Role role) {
    try {
      return new RunResolver(request, driver, plugins, all).scenario(name, role);
    } catch (InvalidSpecException e) {
      String of = role == Role.PROBE ? "probe: " : "scenario " + name + ": ";
      throw new InvalidSpecException(of + e.getMessage(), e);
    }
  }

  private ScenarioSpec scenario(String name, Role role) {
    WorkloadSpec workload = workload();
    Parameters parameters =
        new LoadResolver(this, driver.operations(), heapBoundInFlight(), plugins).resolve(workload);
    long keysEnd = Math.addExact(workload.firstKey(), workload.keys());
    if (keysEnd > MAX_KEYS || keysEnd < 0) {
      throw new InvalidSpecException(
          "first-key: must be at most 2^62 together with keys, was '" + text("first-key") + "'");
    }
    return new ScenarioSpec(name, parameters, count(RunSettings.SESSIONS), role);
  }

  private static void checkNames(RunRequest request) {
    List<String> known = RunSettings.all().map(Setting::name).toList();
    for (Map.Entry<String, Given> value : request.values().entrySet()) {
      if (!known.contains(value.getKey())) {
        throw new InvalidSpecException(
            value.getKey()
                + " is not a setting, was given '"
                + value.getValue().text()
                + "'"
                + NearestName.suggestion(value.getKey(), known));
      }
    }
  }

  private void check(Setting<?> setting) {
    find(setting);
  }

  private WorkloadSpec workload() {
    long fields = get(RunSettings.FIELDS).maximum();
    long maxValue = get(RunSettings.VALUE_BYTES).maximum();
    if (maxValue != Long.MAX_VALUE && fields * maxValue > MAX_ROW_BYTES) {
      throw new InvalidSpecException(
          "fields: times value-bytes must be at most 1GiB, was '"
              + fields
              + "' times '"
              + text("value-bytes")
              + "'");
    }
    KeyResolver keys = new KeyResolver(this, plugins);
    WorkloadSpec workload =
        new WorkloadSpec(
            get(RunSettings.FIRST_KEY),
            keys.count(),
            keys.distribution(),
            get(RunSettings.KEY_FORM),
            get(RunSettings.FIELDS),
            get(RunSettings.UPDATE_FIELDS),
            get(RunSettings.VALUE_BYTES),
            get(RunSettings.COMPRESSIBILITY),
            get(RunSettings.VALUES),
            get(RunSettings.SCAN_LENGTH),
            count(RunSettings.BULK_SIZE),
            get(RunSettings.VERIFY),
            get(RunSettings.IGNORE_MISSING),
            keys.locality(),
            OwnWorkload.found(this, plugins));
    if (workload.updatesFields() && !driver.updatesFields()) {
      throw new InvalidSpecException(
          "update-fields: must be all or fields ("
              + fields
              + "), since "
              + driver.name()
              + " writes rows whole with these settings, was '"
              + text("update-fields")
              + "'");
    }
    return workload;
  }

  private FillSpec fill(long workloadKeys, boolean measures) {
    long keys = get(RunSettings.NO_FILL_FLAG) ? RunSettings.NO_FILL : get(RunSettings.FILL);
    if (!measures && keys == RunSettings.NO_FILL) {
      throw new InvalidSpecException(
          "fill: must be all or a number of keys for a fill, was '" + text("fill") + "'");
    }
    boolean modeGiven = !given(RunSettings.FILL_MODE).isDefault();
    FillMode mode = get(RunSettings.FILL_MODE);
    if (keys == RunSettings.NO_FILL) {
      mode = FillMode.NONE;
    } else if (keys == RunSettings.AUTO_FILL) {
      mode = modeGiven || !measures ? mode : FillMode.AUTO;
    }
    if (keys > workloadKeys) {
      throw new InvalidSpecException(
          "fill: must be at most keys ("
              + workloadKeys
              + "), so that the workload finds them, was '"
              + text("fill")
              + "'");
    }
    Shard shard = get(RunSettings.FILL_SHARD);
    Double rate = find(RunSettings.FILL_RATE);
    return new FillSpec(
        mode,
        Math.max(0, keys),
        shard.index(),
        shard.count(),
        count(RunSettings.FILL_WORKERS),
        rate == null ? 0 : rate,
        get(RunSettings.FILL_FROM));
  }

  private PhasesSpec phases() {
    boolean forever = get(RunSettings.FOREVER);
    Long operations = find(RunSettings.OPS);
    Duration length = get(RunSettings.FOR);
    boolean timed = !forever && operations == null;
    if (forever && get(RunSettings.ITERATIONS) > 1) {
      throw new InvalidSpecException(
          "iterations: must be 1 with forever, was '" + text("iterations") + "'");
    }
    return new PhasesSpec(
        get(RunSettings.WARMUP).toNanos(),
        timed ? length.toNanos() : 0,
        operations == null ? 0 : operations,
        forever,
        count(RunSettings.ITERATIONS));
  }

  private List<SloSpec> slos(List<ScenarioSpec> scenarios, boolean isConsistencyOn) {
    List<SloSpec> slos = find(RunSettings.SLO);
    Set<String> known = new LinkedHashSet<>();
    if (isConsistencyOn) {
      known.add("staleness");
      known.add(SloSpec.CONSISTENCY);
    }
    for (ScenarioSpec scenario : scenarios) {
      List<String> own =
          Stream.concat(
                  Stream.of(ScenarioSpec.ONLY),
                  scenario.parameters().lanes().stream()
                      .flatMap(lane -> lane.mix().stream())
                      .flatMap(RunResolver::named))
              .toList();
      if (!scenario.isProbe()) {
        known.addAll(own);
      }
      if (scenario.isNamed()) {
        own.forEach(operation -> known.add(scenario.name() + "/" + operation));
      }
    }
    for (SloSpec slo : slos == null ? List.<SloSpec>of() : slos) {
      if (slo.operation().equals(SloSpec.CONSISTENCY) && !isConsistencyOn) {
        throw new InvalidSpecException(
            "slo: must be given with consistency only, was '" + slo.text() + "' without");
      }
      if (!known.contains(slo.operation())) {
        throw new InvalidSpecException(
            "slo: must speak of an operation of the mix, was '"
                + slo.text()
                + "'"
                + NearestName.suggestion(slo.operation(), known));
      }
    }
    return slos == null ? List.of() : slos;
  }

  /** An operation, and its steps. */
  private static Stream<String> named(Parameters.Weight weight) {
    String name = weight.type().name();
    if (weight.type().equals(OperationType.READ_MODIFY_WRITE)) {
      return Stream.of(name); // nobody has named its steps
    }
    return Stream.concat(
        Stream.of(name),
        Parameters.Step.names(weight.steps()).stream().map(step -> name + "/" + step));
  }

  /** What was asked for, with what follows from it in place of what was left open. */
  private List<ResolvedRun.Value> story(List<ScenarioSpec> scenarios) {
    Map<String, Given> all = new LinkedHashMap<>(values);
    ScenarioSpec first = scenarios.getFirst();
    if (!first.isNamed()) {
      derive(all, first.parameters());
    }
    Exclusions.of("for").stream()
        .filter(name -> isOn(all.get(name)))
        .findFirst()
        .ifPresent(_ -> all.remove("for"));
    if (!all.containsKey(RunSettings.PROBE.name())) {
      all.remove(RunSettings.PROBE_MIX.name());
    }
    List<ResolvedRun.Value> story = new ArrayList<>(driver.story());
    tell(story, all, name -> name);
    for (ScenarioSpec scenario : scenarios) {
      if (scenario.isNamed() && !scenario.isProbe()) {
        Map<String, Given> own =
            new LinkedHashMap<>(request.scenarios().getOrDefault(scenario.name(), Map.of()));
        derive(own, scenario.parameters());
        tell(story, own, name -> ScenarioTexts.path(scenario, name));
      }
    }
    return story;
  }

  /** Adds what follows from a load, and takes away what it has no use for. */
  private static void derive(Map<String, Given> all, Parameters parameters) {
    String derived = "follows from the load";
    if (parameters.arrivals() instanceof ArrivalSpec.Trace trace) {
      all.putIfAbsent(
          "rate", new Given(RateText.of(trace.ratePerSecond()), "follows from the trace"));
    }
    all.putIfAbsent("model", new Given(ChoiceText.of(parameters.model()), derived));
    if (parameters.model() == Parameters.Model.CLOSED) {
      all.putIfAbsent("workers", Given.byDefault(Integer.toString(parameters.workers())));
    } else {
      all.putIfAbsent(
          "max-in-flight", new Given(Integer.toString(parameters.maxInFlight()), derived));
    }
    boolean fromRequests =
        parameters.workload().keyDistribution() instanceof KeyDistributionSpec.Requests;
    if (fromRequests
        || parameters.lanes().stream().noneMatch(lane -> lane.name().equals("all"))
        || parameters.workload().custom() != null) {
      all.remove("mix");
    }
    if (fromRequests) {
      all.remove("key-distribution");
    }
  }

  private void tell(
      List<ResolvedRun.Value> story, Map<String, Given> values, UnaryOperator<String> path) {
    RunSettings.all()
        .map(Setting::name)
        .filter(values::containsKey)
        .forEach(name -> {
          Given given = Objects.requireNonNull(values.get(name));
          story.add(new ResolvedRun.Value(path.apply(name), shown(name, given), given.origin()));
        });
  }

  /** Without the secrets that some settings hold among what else they say. */
  private String shown(String name, Given given) {
    return name.equals(RunSettings.SCHEDULE.name())
        ? ScheduleText.masked(given.text(), driver::isSecret)
        : RunSettings.shown(name, given.text());
  }

  private static boolean isOn(@Nullable Given given) {
    return given != null && !given.text().equals("false");
  }

  /** An operation in flight keeps its row, its key and its record: some 16 KiB with slack. */
  private static int heapBoundInFlight() {
    long bound = Runtime.getRuntime().maxMemory() / (16 << 10);
    return Math.clamp(bound, 1, 10_000_000);
  }

  Given given(Setting<?> setting) {
    return Objects.requireNonNull(values.get(setting.name()));
  }

  String text(String name) {
    Given given = values.get(name);
    return given == null ? "" : given.text();
  }

  boolean isGiven(Setting<?> setting) {
    Given given = values.get(setting.name());
    return given != null && !given.isDefault();
  }

  <T> T get(Setting<T> setting) {
    return Objects.requireNonNull(find(setting));
  }

  int count(Setting<Long> setting) {
    return Math.toIntExact(get(setting));
  }

  <T> @Nullable T find(Setting<T> setting) {
    Given given = values.get(setting.name());
    if (given == null) {
      return null;
    }
    try {
      return setting.parse(given.text());
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(where(given) + sentence(setting, given, e), e);
    }
  }

  /** Some parsers know better than the setting what is wrong: all of it, or what must be. */
  private static String sentence(Setting<?> setting, Given given, IllegalArgumentException e) {
    if (!(e.getCause() instanceof InvalidSpecException known)) {
      return String.valueOf(e.getMessage());
    }
    String told = String.valueOf(known.getMessage());
    return told.startsWith("must ")
        ? setting.name() + ": " + told + ", was '" + given.text() + "'"
        : told;
  }

  private static String where(Given given) {
    String file = "spec ";
    return given.origin().startsWith(file) ? given.origin().substring(file.length()) + ": " : "";
  }
}

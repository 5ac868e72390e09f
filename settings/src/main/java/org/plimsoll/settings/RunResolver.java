package org.plimsoll.settings;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.ConsistencySpec;
import org.plimsoll.engine.spec.DiscoverySpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.ObservationSpec;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.PhasesSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.ScenarioSpec.Role;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.engine.spec.TargetUri;
import org.plimsoll.engine.spec.TelemetrySpec;
import org.plimsoll.settings.text.Refusal;
import org.plimsoll.settings.text.TelemetryText;

/** Resolves a request to a checked {@link RunSpec}, or refuses it with one sentence. */
public final class RunResolver {
  private static final String DEFAULT_TARGET = "rocksdb:";

  private final RunRequest request;
  private final GivenValues values;
  private final DriverSettings driver;
  private final Plugins plugins;
  private final ParsedTexts parsed;

  private RunResolver(RunRequest request, Plugins plugins, ParsedTexts parsed) {
    this.request = request;
    this.plugins = plugins;
    this.parsed = parsed;
    requireKnownNames(request);
    request.requireConsistent();
    values = new GivenValues(withDefaults(request), parsed);
    Given target = Objects.requireNonNullElse(request.target(), Given.byDefault(DEFAULT_TARGET));
    Map<String, Given> set = request.driverSettings();
    driver =
        parsed.driver(
            target, set, () -> DriverSettings.resolve(target, set, plugins::named, discoveries()));
  }

  private Map<String, DiscoverySpec.OfTarget> discoveries() {
    Map<String, DiscoverySpec.OfTarget> all = new LinkedHashMap<>();
    List<DiscoverySpec.Named> given = values.find(RunSettings.DISCOVERY);
    String place = Objects.requireNonNullElse(values.find(RunSettings.ZONE), "");
    int slash = place.indexOf('/');
    String zone = place.substring(slash + 1);
    String region = slash < 0 ? "" : place.substring(0, slash);
    if (given != null) {
      given.forEach(each ->
          all.put(
              each.called(), new DiscoverySpec.OfTarget(each.called(), each.spec(), zone, region)));
    }
    return all;
  }

  /** Parses the target of a request. */
  static TargetUri target(RunRequest request) {
    Given given = request.target();
    return TargetUri.parse(given == null ? DEFAULT_TARGET : given.text());
  }

  /**
   * Resolves a request.
   *
   * @param plugins provides drivers and users' own classes; throws {@link InvalidSpecException} if
   *     there is none
   */
  public static ResolvedRun resolve(RunRequest request, Plugins plugins) {
    return resolve(request, plugins, ParsedTexts.none());
  }

  /** Resolves a request, and reuses the values of texts that were parsed before. */
  static ResolvedRun resolve(RunRequest request, Plugins plugins, ParsedTexts parsed) {
    return new RunResolver(request, plugins, parsed).resolve(true);
  }

  /** Resolves a request to a fill without a measurement. */
  public static ResolvedRun resolveFill(RunRequest request, Plugins plugins) {
    return new RunResolver(request, plugins, ParsedTexts.none()).resolve(false);
  }

  private static void requireKnownNames(RunRequest request) {
    request
        .values()
        .forEach((name, given) -> {
          if (RunSettings.named(name).isEmpty()) {
            List<String> known = RunSettings.all().map(Setting::name).toList();
            throw new InvalidSpecException(
                name
                    + " is not a setting, was given '"
                    + given.text()
                    + "'"
                    + NearestName.suggestion(name, known));
          }
        });
  }

  private static Map<String, Given> withDefaults(RunRequest request) {
    Map<String, Given> values = new LinkedHashMap<>();
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
    return values;
  }

  private ResolvedRun resolve(boolean measures) {
    RunSettings.all().forEach(values::find); // throws for the first text that cannot be parsed
    List<ScenarioSpec> scenarios = scenarios(measures);
    requireReturnedRows();
    ConsistencySpec consistency =
        measures ? ConsistencyResolver.resolve(values, scenarios) : ConsistencySpec.off();
    if (measures) {
      TransactionResolver.requireUsed(values, request.scenarios().values(), scenarios);
    }
    if (values.get(WorkloadSettings.VERIFY) || consistency.enabled()) {
      requireVerifiableRows(scenarios);
    }
    long mostKeys =
        scenarios.stream()
            .mapToLong(each -> each.parameters().workload().keys().count())
            .max()
            .orElse(0);
    RunSpec.FillSpec fill = PhaseResolver.fill(values, mostKeys, measures);
    List<ResolvedRun.Value> shown =
        ShownValues.of(driver, values.byName(), request.scenarios(), scenarios);
    Map<String, Object> resolved = new LinkedHashMap<>();
    shown.forEach(value -> resolved.put(value.name(), value.text()));
    ObservationSpec observation = observation();
    RunSpec spec =
        new RunSpec(
            new RunSpec.Identity(
                values.get(RunSettings.NAME),
                values.get(RunSettings.SEED),
                Collections.unmodifiableMap(resolved),
                Collections.unmodifiableSortedSet(
                    shown.stream()
                        .filter(ResolvedRun.Value::isDerived)
                        .map(ResolvedRun.Value::name)
                        .collect(Collectors.toCollection(TreeSet::new)))),
            driver.target(values.count(LoadSettings.SESSIONS)),
            scenarios,
            fill,
            measures ? PhaseResolver.phases(values) : new PhasesSpec(0, 0, 0, false),
            new RunSpec.Checks(
                SloResolver.resolve(
                    values, scenarios, consistency.enabled(), driver.name(), observation),
                values.get(RunSettings.HANDSHAKE),
                consistency),
            observation,
            Objects.requireNonNullElse(values.find(RunSettings.BEFORE), List.of()));
    ResolvedRun run = new ResolvedRun(spec, shown);
    return spec.phases().iterations() > 1 ? run.withObjectiveOnErrors() : run;
  }

  private ObservationSpec observation() {
    List<SinkSpec> sinks = new ArrayList<>();
    for (Setting<List<SinkSpec>> setting : List.of(RunSettings.METRICS, RunSettings.NOTIFY)) {
      List<SinkSpec> found = values.find(setting);
      sinks.addAll(found == null ? List.of() : found);
    }
    List<TelemetrySpec> telemetry = values.find(RunSettings.TELEMETRY);
    return new ObservationSpec(
        sinks,
        telemetry == null ? List.of() : telemetry,
        telemetry == null || !TelemetryText.isNone(values.text(RunSettings.TELEMETRY)),
        values.get(RunSettings.TELEMETRY_EVERY).toNanos());
  }

  /** Resolves the loads, followed by the probe if there is one. */
  private List<ScenarioSpec> scenarios(boolean measures) {
    List<ScenarioSpec> scenarios = new ArrayList<>();
    if (request.scenarios().isEmpty()) {
      scenarios.add(
          new ScenarioResolver(values, driver, plugins).resolve(ScenarioSpec.ONLY, Role.LOAD));
    }
    requireVisible();
    request
        .scenarios()
        .forEach((name, own) -> {
          own.keySet().forEach(key -> ScenarioTexts.setting(name, key));
          ScenarioTexts.checkedName(name);
          scenarios.add(scenario(name, ScenarioTexts.resolved(values.byName(), own), Role.LOAD));
        });
    if (measures && values.has(LoadSettings.PROBE)) {
      if (values.has(WorkloadSettings.REQUESTS)) {
        throw values.refused(LoadSettings.PROBE, "must not be given with a file of requests");
      }
      Given rate = values.given(LoadSettings.PROBE);
      Given mix = values.given(LoadSettings.PROBE_MIX);
      Map<String, Given> own = ScenarioTexts.probe(values.byName(), rate, mix);
      scenarios.add(scenario(ScenarioSpec.PROBE, own, Role.PROBE));
    } else if (values.isGiven(LoadSettings.PROBE_MIX)) {
      throw values.refused(LoadSettings.PROBE_MIX, "must be given with a probe only");
    }
    return scenarios;
  }

  private ScenarioSpec scenario(String name, Map<String, Given> own, Role role) {
    return new ScenarioResolver(new GivenValues(own, parsed), driver, plugins)
        .resolveNamed(name, role);
  }

  private void requireReturnedRows() {
    if (values.get(WorkloadSettings.VERIFY) && !driver.returnsRows()) {
      throw Refusal.of(
          WorkloadSettings.VERIFY.name(),
          "must be false with the driver '"
              + driver.name()
              + "', which does not return the rows that it reads",
          "true");
    }
  }

  /**
   * Checks that rows can be verified: the driver returns complete rows, and a file of requests
   * contains none.
   */
  private void requireVerifiableRows(List<ScenarioSpec> scenarios) {
    Setting<?> by =
        values.get(WorkloadSettings.VERIFY)
            ? WorkloadSettings.VERIFY
            : ConsistencySettings.CONSISTENCY;
    driver.requireRows(by.name(), ScenarioSpec.fieldNames(scenarios));
    boolean hasOwnRows =
        scenarios.stream()
            .map(scenario -> scenario.parameters().workload().keys().distribution())
            .anyMatch(keys ->
                keys instanceof KeyDistributionSpec.Requests requests && requests.file().hasRows());
    if (hasOwnRows) {
      throw Refusal.of(
          by.name(),
          "must be false with a file of requests that contains rows, which cannot be verified",
          "true");
    }
  }

  /** Refuses a setting on the command line that every scenario overrides. */
  private void requireVisible() {
    if (request.scenarios().isEmpty()) {
      return;
    }
    values
        .byName()
        .forEach((name, given) -> {
          boolean hidden =
              request.scenarios().values().stream().allMatch(own -> ScenarioTexts.hides(own, name));
          if (hidden && given.isDemanded()) {
            String example = request.scenarios().keySet().iterator().next() + "/" + name;
            throw Refusal.of(
                name,
                "must be given to one of the scenarios, because each has its own, as in --scenario "
                    + example
                    + "=…",
                given.text());
          }
        });
  }
}

package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.settings.text.RateText;
import org.plimsoll.settings.text.ScheduleText;

/**
 * The values of a run in the form in which they are shown and stored, with their origins. Missing
 * values are derived, and secrets are masked.
 */
final class ShownValues {
  private static final String FROM_LOAD = Given.DERIVED + "the load";

  private final DriverSettings driver;
  private final List<ResolvedRun.Value> shown;

  private ShownValues(DriverSettings driver) {
    this.driver = driver;
    this.shown = new ArrayList<>(driver.shownValues());
  }

  /**
   * Returns the values of the target, of the run and of each scenario.
   *
   * @param values values of the run
   * @param scenarios the values of each scenario, by its name
   */
  static List<ResolvedRun.Value> of(
      DriverSettings driver,
      Map<String, Given> values,
      Map<String, Map<String, Given>> scenarios,
      List<ScenarioSpec> resolved) {
    ShownValues shown = new ShownValues(driver);
    shown.addRun(values, resolved.getFirst());
    for (ScenarioSpec scenario : resolved) {
      if (scenario.isNamed() && !scenario.isProbe()) {
        Map<String, Given> own =
            new LinkedHashMap<>(scenarios.getOrDefault(scenario.name(), Map.of()));
        derive(own, scenario.parameters());
        shown.add(own, name -> ScenarioTexts.path(scenario, name));
      }
    }
    return shown.shown;
  }

  private void addRun(Map<String, Given> values, ScenarioSpec first) {
    Map<String, Given> all = new LinkedHashMap<>(values);
    if (!first.isNamed()) {
      derive(all, first.parameters());
    }
    String length = PhaseSettings.FOR.name();
    Given time = all.get(length);
    boolean isGiven = time != null && !time.isDefault();
    if (!isGiven && Exclusions.of(length).stream().anyMatch(name -> isOn(all.get(name)))) {
      all.remove(length);
    }
    if (!all.containsKey(LoadSettings.PROBE.name())) {
      all.remove(LoadSettings.PROBE_MIX.name());
    }
    add(all, name -> name);
  }

  /** Adds values that follow from a load, and removes values that the load does not use. */
  private static void derive(Map<String, Given> all, Parameters parameters) {
    if (parameters.arrivals() instanceof ArrivalSpec.Trace trace) {
      all.putIfAbsent(
          "rate", new Given(RateText.of(trace.ratePerSecond()), Given.DERIVED + "the trace"));
    }
    all.putIfAbsent("model", new Given(Setting.choiceText(parameters.model()), FROM_LOAD));
    if (parameters.model() == Parameters.Model.CLOSED) {
      all.putIfAbsent("workers", Given.byDefault(Integer.toString(parameters.workers())));
    } else {
      all.putIfAbsent(
          "max-in-flight",
          new Given(Integer.toString(parameters.bound().maxInFlight()), FROM_LOAD));
    }
    boolean fromRequests =
        parameters.workload().keys().distribution() instanceof KeyDistributionSpec.Requests;
    if (fromRequests
        || parameters.lanes().stream()
            .noneMatch(lane -> lane.name().equals("all") || LoadSides.NAMES.contains(lane.name()))
        || parameters.workload().custom() != null) {
      all.remove("mix");
    }
    if (fromRequests) {
      all.remove("key-distribution");
    }
  }

  private void add(Map<String, Given> values, UnaryOperator<String> path) {
    RunSettings.all()
        .map(Setting::name)
        .filter(values::containsKey)
        .forEach(name -> {
          Given given = Objects.requireNonNull(values.get(name));
          shown.add(new ResolvedRun.Value(path.apply(name), text(name, given), given.origin()));
        });
  }

  private String text(String name, Given given) {
    return RunSettings.named(name).filter(RunSettings::isTimed).isPresent()
        ? ScheduleText.masked(given.text(), driver::isSecret)
        : RunSettings.shown(name, given.text());
  }

  private static boolean isOn(@Nullable Given given) {
    return given != null && !given.text().equals("false");
  }
}

package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.ObservationSpec;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.settings.text.Refusal;

/** Resolves objectives, and refuses those on operations that the run does not have. */
final class SloResolver {
  private static final List<String> FIGURES =
      List.of(
          "min",
          "mean",
          "p50",
          "p90",
          "p95",
          "p99",
          "p999",
          "p9999",
          "max",
          "errors",
          "throughput",
          "goodput");

  private SloResolver() {}

  /**
   * Resolves the objectives.
   *
   * @param driver name of the driver; the names of its series start with it
   * @param telemetry the series that the run reads
   */
  static List<SloSpec> resolve(
      GivenValues values,
      List<ScenarioSpec> scenarios,
      boolean isConsistencyOn,
      String driver,
      ObservationSpec telemetry) {
    List<SloSpec> slos = Objects.requireNonNullElse(values.find(RunSettings.SLO), List.of());
    Set<String> known = known(scenarios, isConsistencyOn);
    for (SloSpec slo : slos) {
      if (slo.isOnTelemetry()) {
        requireSeries(slo, known, driver, telemetry);
        continue;
      }
      if (slo.operation().equals(SloSpec.CONSISTENCY) && !isConsistencyOn) {
        throw Refusal.of("slo", "must be given with consistency only", slo.text());
      }
      if (!known.contains(slo.operation())) {
        throw Refusal.ofName(
            "slo", "must name an operation of the mix", slo.text(), slo.operation(), known);
      }
    }
    return slos;
  }

  /**
   * Rejects objectives on series of unknown sources. The names of a source's series are known only
   * after it has been read.
   */
  private static void requireSeries(
      SloSpec slo, Set<String> operations, String driver, ObservationSpec telemetry) {
    String name = slo.metric();
    int dot = name.indexOf('.');
    String first = dot < 0 ? "" : name.substring(0, dot);
    if (operations.contains(first)) {
      throw Refusal.ofName(
          "slo",
          "must bound a figure of the operation",
          slo.text(),
          name.substring(dot + 1),
          FIGURES);
    }
    boolean isOfDriver = telemetry.readsDriver() && first.equals(driver);
    if (!isOfDriver && telemetry.telemetry().isEmpty()) {
      List<String> near = new ArrayList<>();
      operations.forEach(operation -> FIGURES.forEach(each -> near.add(operation + "." + each)));
      String bounded = "must bound a figure of an operation, of the driver or of its telemetry";
      throw new InvalidSpecException(
          "slo: "
              + bounded
              + " ("
              + String.join(", ", FIGURES)
              + (telemetry.readsDriver() ? ", driver.NAME, " + driver + ".NAME" : ", driver.NAME")
              + "), was '"
              + slo.text()
              + "'"
              + NearestName.nearest(name, near)
                  .map(each -> ", did you mean '" + each + "'?")
                  .orElse(""));
    }
  }

  private static Set<String> known(List<ScenarioSpec> scenarios, boolean isConsistencyOn) {
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
                      .flatMap(SloResolver::names))
              .toList();
      if (!scenario.isProbe()) {
        known.addAll(own);
      }
      if (scenario.isNamed()) {
        own.forEach(operation -> known.add(scenario.name() + "/" + operation));
      }
    }
    return known;
  }

  /** Returns the names of an operation and of its steps. */
  private static Stream<String> names(Parameters.Weight weight) {
    String name = weight.type().name();
    if (weight.type().equals(OperationType.READ_MODIFY_WRITE)) {
      return Stream.of(name); // the steps of this operation have no names
    }
    return Stream.concat(
        Stream.of(name),
        Parameters.Step.names(weight.steps()).stream().map(step -> name + "/" + step));
  }
}

package org.plimsoll.settings;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.settings.text.Refusal;

/** Resolves objectives, and refuses those of operations that the run does not have. */
final class SloResolver {
  private SloResolver() {}

  static List<SloSpec> resolve(
      GivenValues values, List<ScenarioSpec> scenarios, boolean isConsistencyOn) {
    List<SloSpec> slos = Objects.requireNonNullElse(values.find(RunSettings.SLO), List.of());
    Set<String> known = known(scenarios, isConsistencyOn);
    for (SloSpec slo : slos) {
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

  /** The names of an operation and of its steps. */
  private static Stream<String> names(Parameters.Weight weight) {
    String name = weight.type().name();
    if (weight.type().equals(OperationType.READ_MODIFY_WRITE)) {
      return Stream.of(name); // its steps have no names
    }
    return Stream.concat(
        Stream.of(name),
        Parameters.Step.names(weight.steps()).stream().map(step -> name + "/" + step));
  }
}

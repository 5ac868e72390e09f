package org.plimsoll.run;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.measure.FailureText;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.result.Phase;

/** The recorders of the scenarios for the current phase, or for the last one. Thread-safe. */
final class PhaseRecorders {
  private final Map<Scenario, Map<Phase, PhaseRecorder>> recorders = new HashMap<>();

  /** Adds a recorder for a scenario's part of a phase. */
  synchronized PhaseRecorder add(OpenTarget target, Scenario scenario, Phase phase) {
    Set<OperationType> types = new LinkedHashSet<>();
    scenario.parameters().lanes().forEach(l -> l.mix().forEach(part -> types.add(part.type())));
    types.add(OperationType.INSERT);
    types.add(OperationType.READ);
    types.addAll(target.operations());
    PhaseRecorder recorder = new PhaseRecorder(phase, types, new FailureText(target::secrets));
    recorders.computeIfAbsent(scenario, s -> new EnumMap<>(Phase.class)).put(phase, recorder);
    return recorder;
  }

  /** The recorder of a scenario's part of a phase; null for one that does not take part. */
  synchronized @Nullable PhaseRecorder get(Scenario scenario, Phase phase) {
    Map<Phase, PhaseRecorder> its = recorders.get(scenario);
    return its == null ? null : its.get(phase);
  }

  /** Removes a recorder; null for a scenario that did not take part. */
  synchronized @Nullable PhaseRecorder take(Scenario scenario, Phase phase) {
    Map<Phase, PhaseRecorder> its = recorders.get(scenario);
    return its == null ? null : its.remove(phase);
  }
}

package org.plimsoll.run;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.measure.FailureText;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.result.Phase;

/** Creates the recorders of the scenarios, and numbers the phases that they record. Thread-safe. */
final class PhaseRecorders {
  private final Map<Scenario, Map<Phase, Integer>> numbers = new HashMap<>();
  private int fills;

  /** Creates a recorder for a scenario's part of its next phase of a kind. */
  synchronized PhaseRecorder next(OpenTarget target, Scenario scenario, Phase phase) {
    // Scenarios measure together, but fill one after another.
    int number =
        phase == Phase.FILL
            ? ++fills
            : numbers.computeIfAbsent(scenario, _ -> new HashMap<>()).merge(phase, 1, Integer::sum);
    return of(new Stage(phase, number), target, scenario);
  }

  /** Creates a recorder for a scenario's part of a phase with a given number. */
  static PhaseRecorder of(Stage stage, OpenTarget target, Scenario scenario) {
    Set<OperationType> types = new LinkedHashSet<>();
    scenario.parameters().lanes().forEach(l -> l.mix().forEach(part -> types.add(part.type())));
    types.add(OperationType.INSERT);
    types.add(OperationType.READ);
    types.addAll(target.operations());
    return new PhaseRecorder(stage, types, new FailureText(target::secrets));
  }

  /** Returns the stage of the last fill. */
  synchronized Stage fill() {
    return new Stage(Phase.FILL, fills);
  }
}

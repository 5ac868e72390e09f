package org.plimsoll.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Totals;

/** The recorders of a scenario, for its phase and for a step of it. Thread-safe. */
final class Recording {
  private final List<PhaseRecorder> recorders = new ArrayList<>();

  /** Replaces the recorders. */
  synchronized void begin(List<PhaseRecorder> next) {
    recorders.clear();
    recorders.addAll(next);
  }

  /** Adds the recorder of a step of the measurement. */
  synchronized void beginStep(PhaseRecorder step) {
    recorders.add(step);
  }

  /** Removes the recorder of a step. */
  synchronized void endStep(PhaseRecorder step) {
    recorders.remove(step);
  }

  /** Collects the operations that ended since the last call, for each phase with a recorder. */
  synchronized Map<Stage, Map<OperationType, Totals>> collect() {
    Map<Stage, Map<OperationType, Totals>> byStage = new LinkedHashMap<>();
    recorders.forEach(recorder -> byStage.put(recorder.stage(), recorder.collect()));
    return byStage;
  }
}

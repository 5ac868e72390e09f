package org.plimsoll.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.Phase;

/** The recorders of a scenario, for its phase and for a step of it. Thread-safe. */
final class Recording {
  private final List<PhaseRecorder> recorders = new ArrayList<>();

  /** Records that were viewed since the last {@link #collect}, and belong to the next one. */
  private Map<OperationType, Totals> lookedAt = new LinkedHashMap<>();

  private Map<OperationType, Totals> lastMeasured = Map.of();

  /** Replaces the recorders. */
  synchronized void begin(List<PhaseRecorder> next) {
    recorders.clear();
    recorders.addAll(next);
  }

  /** Adds the recorder of a step of the measurement. */
  synchronized void beginStep(PhaseRecorder step) {
    recorders.add(step);
  }

  /** Removes the recorder of a step, and returns all of its records. */
  synchronized Map<OperationType, Totals> endStep(PhaseRecorder step) {
    Map<OperationType, Totals> totals = look(step, its -> its);
    recorders.remove(step);
    return totals;
  }

  /** Collects what ended since the last call. */
  synchronized Map<OperationType, Totals> collect() {
    Map<OperationType, Totals> byType = lookedAt;
    lookedAt = new LinkedHashMap<>();
    lastMeasured = Map.of();
    for (PhaseRecorder recorder : recorders) {
      Map<OperationType, Totals> interval = recorder.collect();
      Part.addAll(byType, interval);
      if (recorder.phase() == Phase.MEASURE) {
        lastMeasured = interval;
      }
    }
    return byType;
  }

  /** The part of the last collection that belongs to the measurement. */
  synchronized Map<OperationType, Totals> lastMeasured() {
    return lastMeasured;
  }

  /** Passes the collected records of a recorder to {@code view}, while nothing collects. */
  synchronized <T> T soFar(PhaseRecorder recorder, Function<Map<OperationType, Totals>, T> view) {
    return view.apply(recorder.cumulative());
  }

  /** Passes all records of a recorder so far to {@code view}, while nothing else collects. */
  synchronized <T> T look(PhaseRecorder recorder, Function<Map<OperationType, Totals>, T> view) {
    Part.addAll(lookedAt, recorder.collect());
    return view.apply(recorder.cumulative());
  }
}

package org.plimsoll.run.second;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.ArrivalGaps;
import org.plimsoll.engine.measure.FailureSamples;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.Parameters.Model;

/**
 * The measurements of a scenario by one generator in a second.
 *
 * @param asked load that was requested at the end of the second
 * @param totals totals of ended operations, by phase of their intended start and by operation
 * @param held use of the sessions
 * @param gaps gaps between arrivals since the start of the phase; null unless the phase has ended
 * @param failures the last failed operations by code
 */
public record ScenarioSecond(
    Asked asked,
    Map<Stage, Map<OperationType, Totals>> totals,
    Waits.Waited waited,
    Held held,
    ArrivalGaps.@Nullable Sample gaps,
    Map<String, List<FailureSamples.Sample>> failures) {
  /**
   * The load that was requested of this generator.
   *
   * @param targetPerSecond target rate at the end of the second; 0 in a closed load
   * @param meanPerSecond mean target rate of the phase so far
   * @param timeoutNanos timeout of an operation
   */
  public record Asked(
      Model model,
      double targetPerSecond,
      double meanPerSecond,
      int workers,
      int maxInFlight,
      long timeoutNanos) {}

  /**
   * The calls in flight.
   *
   * @param inFlight operations in flight at the end of the second; {@code backlog} are waiting
   *     arrivals
   * @param heldBefore calls in flight or waiting at the start of the second
   * @param inFlightNanos calls in flight, integrated over {@code nanos}
   */
  public record Held(
      int inFlight, int backlog, long heldBefore, double inFlightNanos, long nanos, int sessions) {}
}

package org.plimsoll.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.load.Sessions;
import org.plimsoll.engine.measure.FailureSamples;
import org.plimsoll.engine.measure.FailureSamples.Sample;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RunSpec.FillSpec;
import org.plimsoll.run.second.ScenarioSecond;
import org.plimsoll.run.second.ScenarioSecond.Asked;
import org.plimsoll.run.second.ScenarioSecond.Held;

/** Measures the load of one scenario, second by second. Called by one thread at a time. */
final class ScenarioMeter {
  private final Scenario scenario;
  private final RunOrigin origin;
  private Sessions.@Nullable Usage before;
  private int waitingBefore;

  ScenarioMeter(Scenario scenario, RunOrigin origin) {
    this.scenario = scenario;
    this.origin = origin;
  }

  Scenario scenario() {
    return scenario;
  }

  /**
   * Removes and returns the measurements since the last call.
   *
   * @param fill the fill in progress; null if there is none
   * @param untilNanos the end of the schedule, or now
   * @param isLast whether the phase has ended
   */
  ScenarioSecond second(@Nullable FillSpec fill, long nowNanos, long untilNanos, boolean isLast) {
    Map<Stage, Map<OperationType, Totals>> totals = scenario.recording().collect();
    totals
        .values()
        .forEach(byType -> byType.values().forEach(its -> its.relateTo(origin.startNanos())));
    return new ScenarioSecond(
        asked(fill, nowNanos, untilNanos),
        totals,
        scenario.waits().collect(),
        held(),
        isLast && fill == null ? scenario.waits().gaps() : null,
        failures());
  }

  /** Starts the sample of a phase. */
  void begins() {
    scenario.waits().restart();
  }

  /** Removes and returns the failed operations since the last call, by code. */
  Map<String, List<Sample>> failures() {
    FailureSamples samples = scenario.failureSamples();
    if (samples == null) {
      return Map.of();
    }
    Map<String, List<Sample>> taken = new LinkedHashMap<>();
    samples
        .take()
        .forEach((code, its) -> {
          List<Sample> related = new ArrayList<>();
          its.forEach(each -> related.add(each.relatedTo(origin.startNanos())));
          taken.put(code, related);
        });
    return taken;
  }

  private Asked asked(@Nullable FillSpec fill, long nowNanos, long untilNanos) {
    Parameters now = scenario.parameters();
    return new Asked(
        fill != null ? Model.CLOSED : now.model(),
        scenario.targetPerSecond(nowNanos),
        scenario.meanPerSecond(untilNanos),
        fill != null ? fill.workers() : now.workers(),
        now.model() == Model.PACED ? now.workers() : now.bound().maxInFlight(),
        now.timeoutNanos());
  }

  private Held held() {
    Sessions.Usage now = scenario.sessions().usage();
    Sessions.Usage then = before == null ? now : before;
    int waiting = scenario.backlog();
    Held held =
        new Held(
            now.inFlight(),
            waiting,
            (long) then.inFlight() + waitingBefore,
            now.inFlightNanos() - then.inFlightNanos(),
            now.atNanos() - then.atNanos(),
            scenario.sessions().size());
    before = now;
    waitingBefore = waiting;
    return held;
  }
}

package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Lane;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RateSpec;

/**
 * The parameters of a load at the load levels of a search.
 *
 * <p>An idle open load has a rate of 10^-6 per second. Each rate change stretches the rest of the
 * current gap, so a load resumes without a burst or a gap. An idle closed load has one worker.
 *
 * @param inFlightMax the maximum number of operations in flight at any level
 */
record StepLoad(Parameters original, int inFlightMax) {
  private static final double IDLE_PER_SECOND = 1e-6;
  private static final long IN_FLIGHT_BYTES = 16 << 10;

  boolean isClosed() {
    return original.model() == Model.CLOSED;
  }

  Parameters at(double level) {
    return isClosed() ? crew((int) level) : rate(level, level);
  }

  /**
   * Returns the parameters of a practically idle load. The bounds of the previous level remain, for
   * operations in flight.
   */
  Parameters idle(double levelBefore) {
    return isClosed() ? crew(1) : rate(IDLE_PER_SECOND, levelBefore);
  }

  private Parameters crew(int workers) {
    Lane lane = original.lanes().getFirst();
    return with(
        List.of(new Lane(lane.name(), lane.mix(), 0, Math.max(1, workers))),
        original.bound().maxInFlight());
  }

  /** Sets a rate. Each lane keeps its share of the rate. */
  private Parameters rate(double perSecond, double boundedFor) {
    double sum = original.lanes().stream().mapToDouble(StepLoad::perSecond).sum();
    List<Lane> lanes = new ArrayList<>();
    for (Lane lane : original.lanes()) {
      double own = perSecond(lane) * perSecond / sum;
      lanes.add(new Lane(lane.name(), lane.mix(), own, lane.workers()));
    }
    int inFlight = Math.max(original.bound().maxInFlight(), inFlight(boundedFor));
    return with(lanes, Math.min(inFlight, inFlightMax));
  }

  private static double perSecond(Lane lane) {
    return lane.rate() instanceof RateSpec.Constant(double perSecond) ? perSecond : 0;
  }

  /**
   * Returns the number of operations in flight if each takes until its deadline, limited by memory.
   */
  private int inFlight(double perSecond) {
    double scheduled = Math.ceil(perSecond * original.timeoutNanos() / TimeUnit.SECONDS.toNanos(1));
    long byMemory = Runtime.getRuntime().maxMemory() / IN_FLIGHT_BYTES;
    return (int) Math.min(scheduled, (double) byMemory);
  }

  private Parameters with(List<Lane> lanes, int maxInFlight) {
    return new Parameters(
        original.model(),
        lanes,
        original.arrivals(),
        original.timeoutNanos(),
        new Parameters.Bound(
            maxInFlight, original.bound().whenFull(), original.bound().maxBacklog()),
        original.workload(),
        original.thinkNanos());
  }
}

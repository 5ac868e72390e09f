package org.plimsoll.engine;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.measure.ArrivalGaps;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.report.Summary.Finding;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.verdict.ArrivalLaw;
import org.plimsoll.engine.verdict.Disturbances;
import org.plimsoll.engine.verdict.SelfCheck;
import org.plimsoll.engine.verdict.Shown;
import org.plimsoll.engine.verdict.WindowCheck;

/**
 * The judge of single intervals: holds what happened since the last one against the numbers that
 * are shown of it. Called by one thread at a time.
 */
final class Windows {
  private final Set<String> deciding;
  private final Waits waits;
  private final boolean inProcess;
  private final boolean burnsCpu;
  private final Disturbances disturbances = new Disturbances();
  private long seenAtBound;
  private long seenWithoutSession;

  /** Whether arrivals waited for room in the interval before: their answers come in this one. */
  private boolean lackedRoom;

  Windows(List<SloSpec> objectives, Waits waits, OpenTarget target) {
    this.deciding = objectives.stream().map(SloSpec::metric).collect(Collectors.toSet());
    this.waits = waits;
    Set<Capability> capabilities = target.driver().capabilities();
    this.inProcess =
        capabilities.contains(Capability.EMBEDDED) || capabilities.contains(Capability.SIMULATED);
    this.burnsCpu = capabilities.contains(Capability.BURNS_CPU);
  }

  /**
   * What is to be said against an interval.
   *
   * @param all what ended in it
   * @param pacerLag of the arrivals that were handled in it
   * @param before the generator's condition at its begin, {@code after} at its end
   */
  List<Finding> judge(
      Totals all,
      Histogram pacerLag,
      long lengthNanos,
      Parameters now,
      Health.Reading before,
      Health.Reading after) {
    SelfCheck.Room room = roomSinceLast(now);
    boolean lacksRoom = room.atBound() + room.withoutSession() > 0;
    boolean isClosed = all.response().getTotalCount() == 0 && pacerLag.getTotalCount() == 0;
    // Waiting for room is the store's doing, and so is the lag of those that did.
    boolean pacerAlone = lacksRoom || lackedRoom || burnsCpu;
    lackedRoom = lacksRoom;
    Shown shown =
        isClosed
            ? new Shown(
                all.service(),
                all.count(Counter.TIMED_OUT) + all.count(Counter.UNFINISHED),
                deciding)
            : new Shown(all.response(), all.censored(), deciding);
    return WindowCheck.findings(
        new SelfCheck.Evidence(
            isClosed ? Model.CLOSED : now.model(),
            inProcess,
            Math.max(1, lengthNanos),
            Summaries.accounting(all),
            shown,
            pacerAlone ? pacerLag : all.lag(),
            room,
            new SelfCheck.Machine(
                Runtime.getRuntime().availableProcessors(),
                after.cpuNanos() - before.cpuNanos(),
                after.busyShareSince(before),
                after.stealShareSince(before),
                after.throttledNanos() - before.throttledNanos(),
                after.pauses() - before.pauses(),
                after.pauseNanosTotal() - before.pauseNanosTotal(),
                0),
            null,
            null));
  }

  /** Takes in an interval of the measurement; a sentence when a disturbance has ended. */
  Optional<String> measured(long atNanos, long lengthNanos, List<Finding> findings) {
    return disturbances.add(atNanos, lengthNanos, findings);
  }

  /** What the summary says of all of them. */
  Optional<Finding> finding() {
    return disturbances.finding();
  }

  private SelfCheck.Room roomSinceLast(Parameters now) {
    long atBound = waits.arrivalsAtBound();
    long withoutSession = waits.arrivalsWithoutSession();
    // They begin anew with the measurement.
    boolean restarted = atBound < seenAtBound || withoutSession < seenWithoutSession;
    SelfCheck.Room room =
        new SelfCheck.Room(
            restarted ? atBound : atBound - seenAtBound,
            restarted ? withoutSession : withoutSession - seenWithoutSession,
            now.model() == Model.PACED ? now.workers() : now.maxInFlight());
    seenAtBound = atBound;
    seenWithoutSession = withoutSession;
    return room;
  }

  /** The gaps between arrivals as a verdict takes them. */
  static ArrivalLaw law(ArrivalGaps gaps) {
    ArrivalGaps.Sample sample = gaps.sample();
    return new ArrivalLaw(
        sample.asked(), sample.came(), sample.askedBefore(), sample.cameBefore());
  }
}

package org.plimsoll.run;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.load.ClosedLoad;
import org.plimsoll.engine.load.Lanes;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.load.LoadContext;
import org.plimsoll.engine.load.OpenLoad;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.load.Sessions;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Lane;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.result.Phase;

/**
 * Executes the load of a scenario before its first arrival, until the code of the engine and of the
 * driver is compiled. It touches no data. Otherwise, the first tenths of a second of a run would
 * measure uncompiled code. The first part has a high rate and sessions that answer at once without
 * sending. The second part {@linkplain org.plimsoll.api.Session#rehearse rehearses} at the rate of
 * the load. Both parts use separate keys, so the keys of the load do not change.
 */
final class Rehearsal {
  /** Length of a step, after which the activity of the compiler is checked. */
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The maximum length of each of the two parts. */
  private static final long PART_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Share of a step below which the compiler counts as idle. */
  private static final double IDLE = 0.1;

  /** Timeout for requests of the rehearsal. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Operations per second of the first part, in all lanes together. */
  private static final double FAST_PER_SECOND = 100_000;

  private static final int IN_FLIGHT_MAX = 1_024;

  private static final @Nullable CompilationMXBean COMPILER =
      ManagementFactory.getCompilationMXBean();

  private final Scenario scenario;
  private final Clock clock;

  private Rehearsal(Scenario scenario, Clock clock) {
    this.scenario = scenario;
    this.clock = clock;
  }

  /** Rehearses the loads that scenarios are about to execute. Does nothing in virtual time. */
  static void of(List<Scenario> scenarios, Clock clock) throws InterruptedException {
    if (clock.isVirtual()) {
      return;
    }
    for (Scenario scenario : scenarios) {
      Rehearsal rehearsal = new Rehearsal(scenario, clock);
      rehearsal.perform(fast(scenario.course().effective()), false);
      rehearsal.perform(scenario.course().effective(), true);
    }
  }

  private static Parameters fast(Parameters now) {
    List<Lane> lanes = now.lanes();
    return now.model() == Model.CLOSED
        ? now
        : now.withLanes(
            lanes.stream()
                .map(lane ->
                    new Lane(
                        lane.name(),
                        lane.mix(),
                        new RateSpec.Constant(FAST_PER_SECOND / lanes.size()),
                        lane.workers()))
                .toList());
  }

  private void perform(Parameters now, boolean sends) throws InterruptedException {
    try (Sessions sessions = scenario.sessions().rehearsing(sends)) {
      long startNanos = clock.nanoTime();
      Load load = load(now, sessions, startNanos);
      load.start(startNanos);
      long compiledMillis = compiledMillis();
      for (long at = STEP_NANOS; at <= PART_NANOS; at += STEP_NANOS) {
        waitUntil(startNanos + at);
        long before = compiledMillis;
        compiledMillis = compiledMillis();
        if (TimeUnit.MILLISECONDS.toNanos(compiledMillis - before) < IDLE * STEP_NANOS) {
          break;
        }
      }
      load.stop();
      clock.housekeeping().schedule(clock.nanoTime() + PATIENCE_NANOS, () -> giveUp(load));
      clock.await(load.finished());
    }
  }

  /** Ends a load whose requests are not answered; the run itself will report the reason. */
  private static void giveUp(Load load) {
    if (!load.finished().hasFired()) {
      load.abort();
    }
  }

  private Load load(Parameters now, Sessions sessions, long startNanos) {
    LoadContext context = scenario.rehearsalContext(clock, sessions);
    PhaseRecorder recorder = new PhaseRecorder(Phase.WARMUP, scenario.target().operations());
    PhasePlan plan = new PhasePlan(recorder, recorder, startNanos, Long.MAX_VALUE, 0);
    Lanes lanes = scenario::rehearsal;
    Shares shares = scenario.shares().rehearsing();
    int processors = Runtime.getRuntime().availableProcessors();
    return now.model() == Model.CLOSED
        ? new ClosedLoad(
            context, plan, now, lanes, clock.workers(processors), processors, 1, shares)
        : new OpenLoad(context, plan, now, lanes, new Waits(), 1, IN_FLIGHT_MAX, shares);
  }

  private void waitUntil(long nanos) throws InterruptedException {
    Signal due = new Signal();
    clock.housekeeping().schedule(nanos, due::fire);
    clock.await(due);
  }

  private static long compiledMillis() {
    return COMPILER == null || !COMPILER.isCompilationTimeMonitoringSupported()
        ? 0
        : COMPILER.getTotalCompilationTime();
  }
}

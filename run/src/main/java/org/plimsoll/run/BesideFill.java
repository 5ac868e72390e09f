package org.plimsoll.run;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.load.Sessions;
import org.plimsoll.engine.measure.FailureText;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Phase;

/**
 * A fill that a user starts during the load. Its operations are not part of the schedule and are
 * not included in any figure of the run. An event reports them at the end.
 */
final class BesideFill {
  private static final long EXPIRY_NANOS = 5_000_000;

  private final Filler filler;
  private final Clock clock;
  private final RunEvents events;
  private volatile @Nullable Load load;
  private volatile @Nullable Signal ended;
  private volatile boolean stopped;

  BesideFill(Filler filler, Clock clock, RunEvents events) {
    this.filler = filler;
    this.clock = clock;
    this.events = events;
  }

  boolean isGoingOn() {
    Signal end = ended;
    return end != null && !end.hasFired();
  }

  /**
   * Starts a fill.
   *
   * @param firstNumber number of the fill of the first scenario; the fills of the other scenarios
   *     have the next numbers
   * @param complete called when the fill has ended without being stopped
   */
  void begin(
      OpenTarget target,
      List<Scenario> scenarios,
      FillMode mode,
      int firstNumber,
      Runnable complete) {
    Signal end = new Signal();
    stopped = false;
    ended = end;
    clock.runAside(() -> {
      try {
        for (int i = 0; i < scenarios.size(); i++) {
          if (!stopped) {
            fill(target, scenarios.get(i), mode, firstNumber + i);
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        events.event(EventKind.WARNING, "the fill failed: " + e.getMessage());
      } finally {
        if (!stopped) {
          complete.run();
        }
        end.fire();
      }
    });
  }

  private void fill(OpenTarget target, Scenario scenario, FillMode mode, int number)
      throws Exception {
    PhaseRecorder recorder =
        new PhaseRecorder(
            new Stage(Phase.FILL, 0),
            Set.of(OperationType.INSERT, OperationType.READ),
            new FailureText(target::secrets));
    Sessions sessions =
        new Sessions(clock, target::openSession, text -> events.event(EventKind.SESSION, text));
    try {
      sessions.open(Math.max(1, target.client().preferredSessions()));
      long startNanos = clock.nanoTime();
      Load filling = filler.load(scenario, sessions, null, mode, recorder, number);
      if (filling == null) {
        return;
      }
      load = filling;
      Signal finished = filling.finished();
      long timeoutNanos = scenario.parameters().timeoutNanos();
      Alarm watchdog =
          new Alarm(
              clock.housekeeping(),
              nanos -> {
                filling.expire(nanos);
                sessions.discardStuck(nanos, timeoutNanos);
                return finished.hasFired() ? Alarm.NEVER : nanos + EXPIRY_NANOS;
              });
      watchdog.arm(startNanos + EXPIRY_NANOS);
      filling.start(startNanos);
      if (stopped) {
        filling.stop();
      }
      clock.await(finished);
    } finally {
      load = null;
      sessions.close();
    }
    Totals totals = PhaseRecorder.sum(recorder.collect());
    events.event(
        EventKind.PHASE,
        "fill during the load %s: %,d rows written or already present, %,d failed%s"
            .formatted(
                stopped ? "stopped" : "ended",
                totals.answered(),
                totals.ended() - totals.answered(),
                FillTrouble.first(totals.firstFailures(), totals.failures())));
  }

  void stop() {
    stopped = true;
    Load filling = load;
    if (filling != null) {
      filling.stop();
    }
  }

  void abort() {
    stopped = true;
    Load filling = load;
    if (filling != null) {
      filling.abort();
    }
  }

  /** Ends a fill and waits for it, because the target is closed afterwards. */
  void end() throws InterruptedException {
    Signal end = ended;
    if (end != null && !end.hasFired()) {
      abort();
      clock.await(end);
    }
  }
}

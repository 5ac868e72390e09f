package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Shard;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.Floor;
import org.plimsoll.result.Interval.Percentiles;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.MachineFacts;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.Machine;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Measures, in about three seconds, the best values that the generator reaches on this machine. */
public final class Calibration {
  private static final int INSTANTS = 1_000;
  private static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int ROUNDS = 5;
  private static final int REPEATS = 200_000;
  private static final Outcome ANSWER = Outcome.succeeded(100);

  private final Clock clock;

  private Calibration(Clock clock) {
    this.clock = clock;
  }

  /**
   * Performs the measurements. The machine should be otherwise idle.
   *
   * @param drivers drivers, including {@code sim:}
   */
  public static Floor measure(Drivers drivers)
      throws InterruptedException, TargetUnavailableException {
    try (Clock clock = Clock.system();
        Health health = new Health(false, clock::pacerWaitNanos)) {
      Health.Reading before = health.read();
      Calibration calibration = new Calibration(clock);
      Percentiles late = calibration.timerLate();
      Percentiles wakes = calibration.wakeUps();
      double clockRead = calibration.clockRead();
      double record = calibration.record();
      double operations = operationsPerSecond(drivers);
      Machine machine = Machine.between(before, health.read(), 0);
      return new Floor(
          MachineFacts.ofThisMachine(),
          late,
          wakes,
          clockRead,
          record,
          operations,
          machine.ticks().stealShare(),
          machine.ticks().busyShare());
    }
  }

  /**
   * Measures the pacer's own timer. The first instants are excluded, because the timer adapts to
   * them.
   */
  private Percentiles timerLate() throws InterruptedException {
    Histogram late = new Histogram(3);
    Signal done = new Signal();
    long firstNanos = clock.nanoTime() + GAP_NANOS;
    int[] passed = {-INSTANTS / 5};
    Alarm pacer =
        new Alarm(
            clock.pacer(),
            nowNanos -> {
              long number = (long) passed[0] + INSTANTS / 5;
              if (passed[0]++ >= 0) {
                late.recordValue(Math.max(0, nowNanos - (firstNanos + number * GAP_NANOS)));
              }
              if (passed[0] == INSTANTS) {
                done.fire();
                return Alarm.NEVER;
              }
              return firstNanos + (number + 1) * GAP_NANOS;
            });
    pacer.arm(firstNanos);
    clock.await(done);
    return Latencies.ofInterval(late);
  }

  /**
   * Measures how long a sleeping thread takes to wake up, as when an answer wakes a waiting thread.
   */
  private Percentiles wakeUps() throws InterruptedException {
    Histogram taken = new Histogram(3);
    long[] askedNanos = {0};
    CountDownLatch over = new CountDownLatch(1);
    Thread sleeper =
        Thread.ofPlatform()
            .daemon()
            .name("plimsoll-sleeper")
            .unstarted(() -> {
              while (over.getCount() > 0) {
                LockSupport.park(this);
                synchronized (askedNanos) {
                  if (askedNanos[0] != 0) {
                    taken.recordValue(Math.max(0, clock.nanoTime() - askedNanos[0]));
                    askedNanos[0] = 0;
                  }
                }
              }
            });
    sleeper.start();
    Signal done = new Signal();
    int[] left = {INSTANTS / 4};
    Alarm waker =
        new Alarm(
            clock.housekeeping(),
            nowNanos -> {
              synchronized (askedNanos) {
                askedNanos[0] = clock.nanoTime();
              }
              LockSupport.unpark(sleeper);
              if (left[0]-- == 0) {
                done.fire();
                return Alarm.NEVER;
              }
              return nowNanos + 2 * GAP_NANOS;
            });
    waker.arm(clock.nanoTime());
    clock.await(done);
    over.countDown();
    LockSupport.unpark(sleeper);
    sleeper.join();
    return Latencies.ofInterval(taken);
  }

  /**
   * Returns the time to read the clock: the shortest of several rounds, because the others were
   * disturbed or not yet compiled.
   */
  private double clockRead() {
    double best = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      long startNanos = clock.nanoTime();
      long endNanos = startNanos;
      for (int i = 0; i < REPEATS; i++) {
        endNanos = clock.nanoTime();
      }
      best = Math.min(best, (double) (endNanos - startNanos) / REPEATS);
    }
    return best;
  }

  private double record() {
    PhaseRecorder recorder = new PhaseRecorder(Phase.MEASURE, List.of(OperationType.READ));
    double best = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      long startNanos = clock.nanoTime();
      for (int i = 0; i < REPEATS; i++) {
        Shard shard = recorder.shard(OperationType.READ);
        shard.answered(ANSWER, true, i, i + 500, i + 100_000);
      }
      best = Math.min(best, (double) (clock.nanoTime() - startNanos) / REPEATS);
    }
    return best;
  }

  private static double operationsPerSecond(Drivers drivers) throws TargetUnavailableException {
    int workers = Runtime.getRuntime().availableProcessors();
    Map<String, String> values =
        Map.of("workers", String.valueOf(workers), "warmup", "500ms", "for", "500ms");
    RunSpec spec = RunResolver.resolve(RunRequest.of("sim:", values), drivers).spec();
    return Run.prepare(spec, drivers, List.of()).execute().figures().throughputPerSecond();
  }
}

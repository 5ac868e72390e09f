package org.plimsoll.run;

import static org.plimsoll.engine.clock.Alarm.NEVER;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.verdict.StallWatch;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.share.KeptBounds;
import org.plimsoll.engine.share.ShareEpoch;
import org.plimsoll.engine.share.ShareView;
import org.plimsoll.engine.share.Shares;

/**
 * Executes the loads of all scenarios phase by phase, with the watchdog and the snapshots of each
 * second. Any thread may stop or abort the loads.
 */
final class RunLoads {
  private static final long EXPIRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final List<Scenario> scenarios;
  private final Clock clock;
  private final GeneratorMeter generator;
  private final RunReporter reporter;
  private final FleetSeat seat;
  private final Shares shares;
  private final Consumer<String> trouble;
  private ShareView seen;
  private volatile boolean stopped;
  private volatile boolean aborted;
  private volatile boolean interrupted;
  private volatile @Nullable String failed;

  /** A load in progress, with its scenario. */
  private record Carried(Scenario scenario, Load load) {}

  RunLoads(
      List<Scenario> scenarios,
      Clock clock,
      GeneratorMeter generator,
      RunReporter reporter,
      FleetSeat seat,
      Consumer<String> trouble) {
    this.scenarios = scenarios;
    this.clock = clock;
    this.generator = generator;
    this.reporter = reporter;
    this.seat = seat;
    this.shares = seat.shares();
    this.trouble = trouble;
    this.seen = shares.view();
  }

  /** Ends this phase after waiting for operations in flight, and skips the following phases. */
  void stop() {
    stopped = true;
    stopPhase();
  }

  /** Stops the load on request, before the end of the schedule. */
  void interrupt() {
    interrupted = true;
    stop();
  }

  /** Ends the loads at an instant, and calls an action then. */
  void stopAt(long atNanos, Runnable stop) {
    scenarios.forEach(scenario -> scenario.stop(atNanos));
    clock.housekeeping().schedule(atNanos, stop);
  }

  /** Ends this phase, after waiting for operations in flight. */
  void stopPhase() {
    scenarios.forEach(Scenario::stop);
  }

  /** Ends the run at once. Operations in flight count as unfinished. */
  void abort() {
    aborted = true;
    stopped = true;
    scenarios.forEach(Scenario::abort);
  }

  /** Ends the run at once, because a thread that it needs has failed. */
  void fail(String thread, Throwable cause) {
    synchronized (this) {
      if (failed != null) {
        return;
      }
      failed =
          "the generator's thread '"
              + thread
              + "' failed, so that the run was ended: "
              + (cause.getMessage() == null
                  ? cause.getClass().getSimpleName()
                  : cause.getMessage());
    }
    abort();
  }

  /**
   * Checks that the threads that the run needs have not failed.
   *
   * @throws IllegalStateException if a thread has failed
   */
  void requireThreads() {
    String sentence = failed;
    if (sentence != null) {
      throw new IllegalStateException(sentence);
    }
  }

  boolean isStopped() {
    return stopped;
  }

  /** Returns {@code stopped} or {@code aborted} if the run was ended early, otherwise null. */
  @Nullable String cutShort() {
    return aborted ? "aborted" : interrupted ? "stopped" : null;
  }

  boolean isAborted() {
    return aborted;
  }

  /**
   * Starts the current loads of the scenarios and waits until they have ended.
   *
   * @param isLast whether no load follows
   */
  void carry(long startNanos, boolean isLast) throws InterruptedException {
    List<Carried> carried =
        scenarios.stream()
            .filter(Scenario::isCarrying)
            .map(scenario -> new Carried(scenario, scenario.load()))
            .toList();
    Alarm watchdog =
        new Alarm(
            clock.housekeeping(), nanos -> watch(carried, nanos) ? nanos + EXPIRY_NANOS : NEVER);
    Alarm seconds =
        new Alarm(
            clock.housekeeping(),
            nanos -> {
              generator.second(nanos);
              if (!seat.isDirected()) {
                reporter.second(nanos);
              }
              return hasFinished(carried) ? NEVER : nanos + SECOND_NANOS;
            });
    Alarm answers =
        new Alarm(
            clock.housekeeping(),
            nanos -> {
              if (hasFinished(carried)) {
                return NEVER;
              }
              reporter.target().look(nanos, generator.answers());
              return nanos + StallWatch.LOOK_NANOS;
            });
    shares.carries(true);
    generator.carries();
    reporter.carries();
    answers.arm(clock.nanoTime() + StallWatch.LOOK_NANOS);
    watchdog.arm(clock.nanoTime() + EXPIRY_NANOS);
    long fromNanos = seat.secondsFrom(startNanos);
    long sinceNanos = Math.max(0, clock.nanoTime() - fromNanos);
    seconds.arm(fromNanos + (sinceNanos / SECOND_NANOS + 1) * SECOND_NANOS);
    carried.forEach(each -> each.load.start(startNanos));
    if (stopped) {
      scenarios.forEach(Scenario::stop);
    }
    if (aborted) {
      scenarios.forEach(Scenario::abort);
    }
    for (Carried each : carried) {
      clock.await(each.load.finished());
    }
    scenarios.forEach(Scenario::carried);
    shares.carries(false);
    long endedNanos = clock.nanoTime();
    generator.lastSecond(endedNanos);
    Throwable failure = failure(carried);
    // A failed generator has no results to wait for, and the others take over its share.
    if (failure == null && failed == null) {
      if (isLast) {
        seat.loadsEnded();
      } else {
        seat.loadEnded();
      }
    }
    if (!seat.isDirected()) {
      reporter.second(endedNanos);
    }
    reporter.loadEnded(endedNanos, aborted);
    requireThreads();
    if (failure != null) {
      throw new IllegalStateException("the load failed: " + failure, failure);
    }
  }

  /**
   * Times out operations that have passed their deadline; returns false if all loads have finished.
   */
  private boolean watch(List<Carried> carried, long nowNanos) {
    ShareView view = shares.view();
    if (view != seen) {
      seen = view;
      carried.forEach(each -> clock.runAside(() -> each.scenario.followShares(trouble)));
    }
    boolean failed = failure(carried) != null;
    for (Carried each : carried) {
      if (!each.load.finished().hasFired()) {
        each.load.expire(nowNanos);
        long timeoutNanos = each.scenario.parameters().timeoutNanos();
        each.scenario.sessions().discardStuck(nowNanos, timeoutNanos);
        if (failed) {
          each.load.abort();
        }
      }
    }
    settle(carried, view.epoch(), nowNanos);
    return !hasFinished(carried);
  }

  /** Reports the bounds that the loads obey after the shares have changed. */
  private void settle(List<Carried> carried, ShareEpoch epoch, long nowNanos) {
    KeptBounds kept = shares.kept();
    if (kept.whole() >= epoch.number()) {
      return;
    }
    boolean isInEffect = nowNanos - shares.originNanos() >= epoch.fromNanos();
    boolean isWithin = isWithinShare(carried, false);
    if (isInEffect && isWithin) {
      shares.settle(epoch.number());
    } else if (kept.midway() < epoch.number()
        && epoch.former() != null
        && (isInEffect ? isWithinShare(carried, true) : isWithin)) {
      shares.settleMidway(epoch.number());
    }
  }

  private static boolean isWithinShare(List<Carried> carried, boolean midway) {
    return carried.stream().allMatch(each -> each.load.isWithinShare(midway));
  }

  private static boolean hasFinished(List<Carried> carried) {
    for (Carried each : carried) {
      if (!each.load.finished().hasFired()) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Throwable failure(List<Carried> carried) {
    for (Carried each : carried) {
      Throwable failure = each.load.failure();
      if (failure != null) {
        return failure;
      }
    }
    return null;
  }
}

package org.plimsoll.fleet.cluster;

import java.time.Duration;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.plimsoll.fleet.control.Timings;

/**
 * The timer that calls the member and the coordinator of a node. It is slower while no run is live.
 */
final class Ticks {
  /** Tick interval of a node without a live run. */
  private static final Duration IDLE = Duration.ofMillis(500);

  private final TimerScheduler<NodeCommand> timers;
  private final Duration busy;
  private boolean isIdle;

  Ticks(TimerScheduler<NodeCommand> timers, Timings timings) {
    this.timers = timers;
    this.busy = Duration.ofNanos(timings.tickNanos());
    start(busy);
  }

  private void start(Duration each) {
    timers.startTimerAtFixedRate(new NodeCommand.Tick(), each);
  }

  /** Sets the tick interval for a busy or an idle node. */
  void pace(boolean idle) {
    if (idle != isIdle) {
      isIdle = idle;
      start(idle ? IDLE : busy);
    }
  }
}

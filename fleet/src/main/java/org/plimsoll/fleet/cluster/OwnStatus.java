package org.plimsoll.fleet.cluster;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.plimsoll.fleet.NodeLoad;
import org.plimsoll.fleet.ProcessMeter;

/** The status of this node, for other nodes. Not thread-safe. */
final class OwnStatus {
  private final NodeLoad load;
  private final InstantSource clock;
  private final ProcessMeter meter = new ProcessMeter();

  OwnStatus(NodeLoad load, InstantSource clock) {
    this.load = load;
    this.clock = clock;
  }

  FleetMessage.Status status(FleetMessage.StatusRequest asking, int weight, boolean isCoordinator) {
    return new FleetMessage.Status(
        asking.round(),
        asking.sentMicros(),
        nowMicros(),
        load.liveRuns(),
        weight,
        Runtime.getRuntime().availableProcessors(),
        meter.cpu(),
        ProcessMeter.residentBytes(),
        isCoordinator,
        load.verdicts());
  }

  /** Returns the wall clock in microseconds. */
  long nowMicros() {
    Instant now = clock.instant();
    return TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + now.getNano() / 1_000;
  }
}

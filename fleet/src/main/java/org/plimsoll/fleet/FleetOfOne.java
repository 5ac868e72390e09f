package org.plimsoll.fleet;

import java.time.Instant;
import java.util.List;

/** The fleet of a single server: a node without a fleet, or one that has left its fleet. */
public final class FleetOfOne implements Fleet {
  private final NodeIdentity self;
  private final NodeLoad load;
  private final ProcessMeter meter = new ProcessMeter();
  private final Instant since = Instant.now();

  public FleetOfOne(NodeIdentity self, NodeLoad load) {
    this.self = self;
    this.load = load;
  }

  @Override
  public FleetView view() {
    NodeStatus status =
        new NodeStatus(
            load.liveRuns(),
            1,
            Runtime.getRuntime().availableProcessors(),
            meter.cpu(),
            ProcessMeter.residentBytes(),
            0,
            0,
            load.verdicts());
    FleetNode node = new FleetNode(self, null, FleetNode.State.UP, since, true, status);
    return new FleetView(
        null, self.name(), FleetView.Phase.ALONE, Protocol.VERSION, List.of(node), List.of());
  }

  @Override
  public void drain(String node) {
    throw new UnknownNodeException(
        "This node serves alone: it was started without --fleet. Stop it instead.");
  }

  @Override
  public StopAnswers stopAllLoad(String who) {
    return StopAnswers.ALONE;
  }

  @Override
  public void close() {
    // There is no fleet to leave.
  }
}

package org.plimsoll.driver.dynomite;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All lanes of a target, which follow one ring. */
final class Lanes {
  private final Line.Connector connector;
  private final Set<Lane> lanes = ConcurrentHashMap.newKeySet();
  private volatile Ring ring;

  Lanes(Line.Connector connector, Ring ring) {
    this.connector = connector;
    this.ring = ring;
  }

  Ring ring() {
    return ring;
  }

  /** Changes all lanes to another ring. */
  void follow(Ring newRing) {
    ring = newRing;
    lanes.forEach(lane -> lane.follow(newRing));
  }

  /**
   * Opens a lane with a connection to each reachable node.
   *
   * @throws Exception if no node can be reached: the failure of the first node
   */
  Lane open() throws Exception {
    Lane lane = new Lane(connector);
    lanes.add(lane);
    lane.follow(ring);
    try {
      reopen(lane);
      return lane;
    } catch (Exception e) {
      close(lane);
      throw e;
    }
  }

  /**
   * Opens the missing and unresponsive connections of a lane.
   *
   * @throws Exception if no node can be reached: the failure of the first node
   */
  static void reopen(Lane lane) throws Exception {
    Exception failure = openLines(lane.lines());
    if (!lane.isUsable()) {
      throw failure == null ? new IOException("no node is connected") : failure;
    }
  }

  /**
   * Opens lines that have no connection, trying each node once. Returns the first failure, or null.
   */
  private static @Nullable Exception openLines(List<Line> lines) {
    Exception first = null;
    Set<RingNode> failed = new HashSet<>();
    for (Line line : lines) {
      if (failed.contains(line.node())) {
        continue;
      }
      try {
        line.open();
      } catch (Exception e) {
        failed.add(line.node());
        first = first == null ? e : first;
      }
    }
    return first;
  }

  /** Opens missing connections, and replaces unresponsive ones. */
  void mend() {
    var _ = openLines(all());
  }

  /** Replaces the connections to nodes. Each old connection is closed after its last answer. */
  void renew(List<RingNode> nodes) {
    Set<RingNode> failed = new HashSet<>();
    for (Line line : all()) {
      if (nodes.contains(line.node()) && !failed.contains(line.node())) {
        try {
          line.renew();
        } catch (Exception e) {
          failed.add(line.node()); // The node is down, and gets new connections when it is back.
        }
      }
    }
  }

  /** For each node that can receive operations: whether it has a usable connection in any lane. */
  Map<RingNode, Boolean> states() {
    Map<RingNode, Boolean> states = new HashMap<>();
    for (Line line : all()) {
      states.merge(line.node(), line.isUsable(), Boolean::logicalOr);
    }
    return states;
  }

  private List<Line> all() {
    List<Line> all = new ArrayList<>();
    lanes.forEach(lane -> all.addAll(lane.lines()));
    return all;
  }

  void close(Lane lane) {
    lanes.remove(lane);
    lane.close();
  }
}

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

  /** Makes all lanes follow another ring. */
  void follow(Ring newRing) {
    ring = newRing;
    lanes.forEach(lane -> lane.follow(newRing));
  }

  /**
   * A new lane with a connection to each node that can be reached.
   *
   * @throws Exception if no node can be reached: the reason of the first one
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
   * Opens what does not answer in a lane.
   *
   * @throws Exception if no node can be reached: the reason of the first one
   */
  static void reopen(Lane lane) throws Exception {
    Exception failure = openLines(lane.lines());
    if (!lane.isUsable()) {
      throw failure == null ? new IOException("no node is connected") : failure;
    }
  }

  /** Opens lines without a connection; tries each node once. */
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

  /** Opens what could not be opened, or does not answer. */
  void mend() {
    var _ = openLines(all());
  }

  /** Replaces the connections to nodes; each old one is closed after its last answer. */
  void renew(List<RingNode> nodes) {
    Set<RingNode> failed = new HashSet<>();
    for (Line line : all()) {
      if (nodes.contains(line.node()) && !failed.contains(line.node())) {
        try {
          line.renew();
        } catch (Exception e) {
          failed.add(line.node()); // it is down, and gets new connections when it is back
        }
      }
    }
  }

  /** Whether each node that operations may go to has a usable connection in some lane. */
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

package org.plimsoll.fleet.cluster;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.plimsoll.fleet.FleetEvent;
import org.plimsoll.fleet.FleetEvent.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The latest membership changes. Each change is also logged. Not thread-safe. */
final class MembershipLog {
  /** Number of changes that are stored: enough to stop and restart a fleet of 60 nodes. */
  private static final int KEPT = 200;

  private static final Logger LOG = LoggerFactory.getLogger(MembershipLog.class);

  private final InstantSource clock;
  private final Deque<FleetEvent> events = new ArrayDeque<>();

  MembershipLog(InstantSource clock) {
    this.clock = clock;
  }

  /** Adds a node whose state has changed. */
  void changed(Members.Known node) {
    String name = node.identity().name();
    switch (node.state()) {
      case UP -> {
        LOG.info("Node '{}' ({}) is up.", name, node.address());
        add(name, Kind.UP);
      }
      case UNREACHABLE -> {
        LOG.warn("Node '{}' ({}) does not answer.", name, node.address());
        add(name, Kind.UNREACHABLE);
      }
      case LEAVING -> {
        LOG.info("Node '{}' ({}) is leaving.", name, node.address());
        add(name, Kind.LEAVING);
      }
      case REMOVED -> {
        LOG.warn("Node '{}' ({}) was removed.", name, node.address());
        add(name, Kind.REMOVED);
      }
      case JOINING -> LOG.debug("Node '{}' ({}) is joining.", name, node.address());
    }
  }

  /** Adds a move of the coordinator to a node. */
  void coordinator(String name, NodeAddress address) {
    LOG.info("The coordinator is on {}.", address);
    add(name, Kind.COORDINATOR);
  }

  private void add(String node, Kind kind) {
    events.addLast(new FleetEvent(clock.instant(), node, kind));
    if (events.size() > KEPT) {
      events.removeFirst();
    }
  }

  /** Returns the latest changes, in order. */
  List<FleetEvent> all() {
    return List.copyOf(events);
  }
}

package org.plimsoll.driver.dynomite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One connection to each node that operations may go to. Sessions share a lane, or own one. */
final class Lane {
  private final Line.Connector connector;
  private final Map<RingNode, Line> lines = new HashMap<>();
  private volatile @Nullable View view;
  private boolean closed;

  /** The lines in the order of the ring: by rack, then by token. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record View(Ring ring, Line[][] byRack) {}

  Lane(Line.Connector connector) {
    this.connector = connector;
  }

  /** Takes the nodes of a ring. Lines to nodes that it no longer has are closed. */
  void follow(Ring ring) {
    List<Line> gone = new ArrayList<>();
    synchronized (this) {
      if (closed) {
        return;
      }
      List<RingNode> nodes = ring.usedNodes();
      lines
          .entrySet()
          .removeIf(entry -> {
            boolean left = !nodes.contains(entry.getKey());
            if (left) {
              gone.add(entry.getValue());
            }
            return left;
          });
      Line[][] byRack = new Line[ring.used().size()][];
      for (int r = 0; r < byRack.length; r++) {
        byRack[r] =
            ring.used().get(r).nodes().stream()
                .map(node -> lines.computeIfAbsent(node, n -> new Line(n, connector)))
                .toArray(Line[]::new);
      }
      view = new View(ring, byRack);
    }
    gone.forEach(Line::retire);
  }

  /** All lines. */
  synchronized List<Line> lines() {
    return List.copyOf(lines.values());
  }

  /** A connection, and whether it leads out of the local rack. */
  record Route(Wire wire, int rack) {}

  /** The connection for a hash, in the first rack whose owner is usable; null if there is none. */
  @Nullable Route route(long hash) {
    View current = view;
    if (current == null) {
      return null;
    }
    for (int r = 0; r < current.byRack.length; r++) {
      int owner = current.ring.used().get(r).owner(hash);
      Wire wire = current.byRack[r][owner].enter();
      if (wire != null) {
        return new Route(wire, r);
      }
    }
    return null;
  }

  /** Whether a connection of any node is usable. */
  boolean isUsable() {
    return lines().stream().anyMatch(Line::isUsable);
  }

  /** Closes all connections for good. */
  void close() {
    List<Line> closing;
    synchronized (this) {
      closed = true;
      closing = List.copyOf(lines.values());
      lines.clear();
    }
    closing.forEach(Line::close);
  }
}

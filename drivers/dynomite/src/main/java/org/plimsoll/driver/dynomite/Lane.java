package org.plimsoll.driver.dynomite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One connection to each node that can receive operations. Sessions own a lane or share one. */
final class Lane {
  private final Line.Connector connector;
  private final Map<RingNode, Line> lines = new HashMap<>();
  private volatile @Nullable View view;
  private boolean closed;

  /** The lines of each rack, in ring order: by rack, then by token. */
  @SuppressWarnings("ArrayRecordComponent") // Views are never compared.
  private record View(Ring ring, Line[][] byRack) {}

  Lane(Line.Connector connector) {
    this.connector = connector;
  }

  /** Changes to the nodes of another ring. Lines to nodes that it does not contain are closed. */
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

  /** Returns all lines. */
  synchronized List<Line> lines() {
    return List.copyOf(lines.values());
  }

  /** A connection, with the index of its rack; 0 is the local rack. */
  record Route(Wire wire, int rack) {}

  /**
   * Returns the connection for a hash, in the first rack whose owner is usable, or null if there is
   * none.
   */
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

  /** Whether the connection to any node is usable. */
  boolean isUsable() {
    return lines().stream().anyMatch(Line::isUsable);
  }

  /** Closes all connections permanently. */
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

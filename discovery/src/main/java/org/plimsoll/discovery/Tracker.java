package org.plimsoll.discovery;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.engine.spec.ForbiddenAddresses;

/** Stores the latest nodes of a source, and passes on changes. */
final class Tracker {
  private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.%]*");

  private final Outage outage;
  private List<DiscoveredNode> last = List.of();
  private @Nullable Consumer<NodeChange> listener;
  private boolean refusing;

  Tracker(Outage outage) {
    this.outage = outage;
  }

  synchronized List<DiscoveredNode> last() {
    return last;
  }

  /** Starts to pass on changes. Nodes that are already known are passed on first. */
  synchronized void listen(Consumer<NodeChange> newListener) {
    listener = newListener;
    if (!last.isEmpty()) {
      newListener.accept(NodeChange.between(List.of(), last));
    }
  }

  /** Stops passing on changes. */
  synchronized void end() {
    listener = null;
  }

  synchronized List<DiscoveredNode> found(List<DiscoveredNode> nodes) {
    List<DiscoveredNode> before = last;
    last = ordered(nodes);
    outage.succeeded();
    if (listener != null && !last.equals(before)) {
      listener.accept(NodeChange.between(before, last));
    }
    return last;
  }

  /** Returns the nodes in order, each address once, since some sources answer in random order. */
  private List<DiscoveredNode> ordered(List<DiscoveredNode> nodes) {
    Map<String, DiscoveredNode> byAddress = new TreeMap<>();
    List<String> refused = new ArrayList<>();
    for (DiscoveredNode node : nodes) {
      if (isForbidden(node.host())) {
        refused.add(node.authority());
      } else {
        byAddress.putIfAbsent(node.authority(), node);
      }
    }
    if (!refused.isEmpty() && !refusing) {
      outage.tell("lists addresses that no node can have: " + String.join(", ", refused));
    }
    refusing = !refused.isEmpty();
    return List.copyOf(byAddress.values());
  }

  private static boolean isForbidden(String host) {
    if (!LITERAL.matcher(host).matches()) {
      return false;
    }
    try {
      return ForbiddenAddresses.contain(InetAddress.ofLiteral(host));
    } catch (IllegalArgumentException e) {
      return false; // not a valid address
    }
  }
}

package org.plimsoll.driver.elasticsearch;

import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;
import org.opensearch.client.Node;
import org.opensearch.client.NodeSelector;

/**
 * Selects one live node for each request, in turn. With several nodes, the client would retry a
 * failed request on all others, and the run would not notice.
 */
final class OneNode implements NodeSelector {
  private final AtomicInteger next = new AtomicInteger();

  @Override
  public void select(Iterable<Node> nodes) {
    int alive = 0;
    for (Node _ : nodes) {
      alive++;
    }
    if (alive < 2) {
      return;
    }
    int chosen = Math.floorMod(next.getAndIncrement(), alive);
    Iterator<Node> each = nodes.iterator();
    for (int i = 0; i < alive; i++) {
      each.next();
      if (i != chosen) {
        each.remove();
      }
    }
  }

  @Override
  public String toString() {
    return "each node in turn";
  }
}

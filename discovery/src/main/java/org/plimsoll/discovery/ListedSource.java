package org.plimsoll.discovery;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.plimsoll.api.DiscoveredNode;

/** A source with a fixed list of nodes. */
record ListedSource(List<DiscoveredNode> nodes) implements Source {
  @Override
  public List<DiscoveredNode> read() {
    return nodes;
  }

  @Override
  public long waitNanos() {
    return TimeUnit.HOURS.toNanos(1);
  }

  @Override
  public void close() {}
}

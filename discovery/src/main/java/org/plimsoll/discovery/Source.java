package org.plimsoll.discovery;

import java.util.List;
import java.util.Optional;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.engine.clock.Polled;

/** A source of nodes. A read may wait for a change, except for the first read. */
interface Source extends Polled<List<DiscoveredNode>> {
  /** Returns the registry in which this node can be registered; empty if the source has none. */
  default Optional<Registry> registry() {
    return Optional.empty();
  }
}

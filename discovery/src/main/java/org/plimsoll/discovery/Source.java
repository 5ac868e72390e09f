package org.plimsoll.discovery;

import java.util.List;
import java.util.Optional;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.engine.clock.Polled;

/** A place that lists nodes. A read may wait for a change, except the first one. */
interface Source extends Polled<List<DiscoveredNode>> {
  /** The registry that this node can enter; empty if the source has none. */
  default Optional<Registry> registry() {
    return Optional.empty();
  }
}

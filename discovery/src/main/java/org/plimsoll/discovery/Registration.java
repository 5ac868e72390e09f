package org.plimsoll.discovery;

import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.engine.clock.Polled;

/**
 * The entry of this node in a registry. A read registers the node or renews its entry, and closing
 * removes the entry.
 */
final class Registration implements Polled<Boolean> {
  private final Registry registry;
  private final DiscoveredNode self;
  private boolean entered;

  Registration(Registry registry, DiscoveredNode self) {
    this.registry = registry;
    this.self = self;
  }

  @Override
  public Boolean read() throws Exception {
    if (!entered || !registry.renew(self)) {
      entered = false;
      registry.register(self);
      entered = true;
    }
    return true;
  }

  /** Returns 0 before the first registration. */
  @Override
  public long waitNanos() {
    return entered ? registry.periodNanos() : 0;
  }

  @Override
  public void close() {
    if (!entered) {
      return;
    }
    entered = false;
    try {
      registry.deregister(self);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      // The registry drops an entry that is not renewed.
    }
  }
}

package org.plimsoll.discovery;

import org.plimsoll.api.DiscoveredNode;

/** A registry that drops nodes which do not renew their entries. */
interface Registry {
  /** Returns the time between two renewals, in nanoseconds. */
  long periodNanos();

  /** Registers a node, or replaces its entry. */
  void register(DiscoveredNode self) throws Exception;

  /**
   * Renews the entry.
   *
   * @return whether the entry still exists
   */
  boolean renew(DiscoveredNode self) throws Exception;

  /** Removes the entry. */
  void deregister(DiscoveredNode self) throws Exception;
}

package org.plimsoll.discovery;

import org.plimsoll.api.DiscoveredNode;

/** A registry of nodes, which forgets those that do not renew their entry. */
interface Registry {
  /** The time between two renewals. */
  long periodNanos();

  /** Enters a node, or replaces its entry. */
  void register(DiscoveredNode self) throws Exception;

  /**
   * Renews the entry.
   *
   * @return whether the entry is still there
   */
  boolean renew(DiscoveredNode self) throws Exception;

  /** Removes the entry. */
  void deregister(DiscoveredNode self) throws Exception;
}

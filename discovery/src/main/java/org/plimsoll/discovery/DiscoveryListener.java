package org.plimsoll.discovery;

/** Receives the results of a discovery. Calls never overlap. */
public interface DiscoveryListener {
  /** Called when nodes were added, removed or changed. The first call contains all nodes. */
  void changed(NodeChange change);

  /**
   * Called when the source cannot be read, or can be read again. The last nodes remain in use.
   * Called once for each outage.
   *
   * @param sentence starts with the name of the source
   */
  void warns(String sentence);
}

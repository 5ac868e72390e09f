package org.plimsoll.discovery;

/** Receives what a discovery finds. Calls never overlap. */
public interface DiscoveryListener {
  /** Nodes came, went, or changed. Called with all nodes first, and only if something changed. */
  void changed(NodeChange change);

  /**
   * The source cannot be read, or can be read again. The last nodes stay. Told once for each
   * outage.
   *
   * @param sentence starts with the name of the source
   */
  void warns(String sentence);
}

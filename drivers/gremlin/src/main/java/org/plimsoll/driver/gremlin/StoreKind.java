package org.plimsoll.driver.gremlin;

/** The kinds of graphs for which scripts differ. */
enum StoreKind {
  JANUSGRAPH,
  TINKERGRAPH,
  /**
   * Any other graph, or a server that refuses scripts. The driver creates no schema, and reports no
   * telemetry.
   */
  OTHER
}

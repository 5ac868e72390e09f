package org.plimsoll.driver.gremlin;

/** The graphs that a server may have, as far as scripts differ. */
enum StoreKind {
  JANUSGRAPH,
  TINKERGRAPH,
  /** Another one, or a server that takes no scripts: it gets no schema, and reports no numbers. */
  OTHER
}

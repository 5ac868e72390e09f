package org.plimsoll.driver.gremlin;

/** Whether the run creates the properties and indexes, and drops the graph's rows. */
enum SchemaUse {
  CREATE,
  RECREATE,
  TEMPORARY,
  NONE
}

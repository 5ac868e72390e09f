package org.plimsoll.driver.mongodb;

/** Whether the run creates and drops the collection. */
enum SchemaUse {
  CREATE,
  RECREATE,
  TEMPORARY,
  NONE
}

package org.plimsoll.driver.elasticsearch;

/** Whether the run creates and drops the index, or all indexes if they roll. */
enum SchemaUse {
  CREATE,
  RECREATE,
  TEMPORARY,
  NONE
}

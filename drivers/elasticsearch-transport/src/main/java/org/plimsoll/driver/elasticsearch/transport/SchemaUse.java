package org.plimsoll.driver.elasticsearch.transport;

/** Whether the run creates and drops the index. */
enum SchemaUse {
  CREATE,
  RECREATE,
  TEMPORARY,
  NONE
}

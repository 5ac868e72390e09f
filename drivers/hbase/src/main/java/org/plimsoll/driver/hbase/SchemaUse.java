package org.plimsoll.driver.hbase;

/** Whether the run creates and drops the table. */
enum SchemaUse {
  CREATE,
  RECREATE,
  TEMPORARY,
  NONE
}

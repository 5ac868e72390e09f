package org.plimsoll.driver.cassandrathrift;

/** Whether the run creates and drops the keyspace and the tables. */
enum SchemaUse {
  CREATE,
  RECREATE,
  TEMPORARY,
  NONE
}

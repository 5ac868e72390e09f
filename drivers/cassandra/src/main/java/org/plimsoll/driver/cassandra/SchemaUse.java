package org.plimsoll.driver.cassandra;

/** What becomes of keyspace and tables. */
enum SchemaUse {
  CREATE,
  RECREATE,
  TEMPORARY,
  NONE
}

package org.plimsoll.driver.elasticsearch;

/** What becomes of the index, or of those that it rolls through. */
enum SchemaUse {
  CREATE,
  RECREATE,
  TEMPORARY,
  NONE
}

package org.plimsoll.driver.mongodb;

/** The request that an insert sends. */
enum InsertForm {
  UPSERT,
  INSERT
}

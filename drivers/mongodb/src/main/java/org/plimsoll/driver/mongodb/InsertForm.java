package org.plimsoll.driver.mongodb;

/** Whether an insert replaces an existing document, or fails. */
enum InsertForm {
  UPSERT,
  INSERT
}

package org.plimsoll.driver.mongodb;

/** Whether an update creates a missing document. */
enum UpdateForm {
  UPDATE,
  UPSERT
}

package org.plimsoll.driver.jdbc;

/** The SQL form of an update. */
enum UpdateForm {
  UPDATE,
  UPSERT
}

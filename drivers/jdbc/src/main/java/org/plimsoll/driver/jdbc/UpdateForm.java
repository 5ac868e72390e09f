package org.plimsoll.driver.jdbc;

/** What an update is in SQL. */
enum UpdateForm {
  UPDATE,
  UPSERT
}

package org.plimsoll.driver.jdbc;

/** What an insert is in SQL. */
enum InsertForm {
  UPSERT,
  INSERT
}

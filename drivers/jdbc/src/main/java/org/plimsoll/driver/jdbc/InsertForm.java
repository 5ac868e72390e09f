package org.plimsoll.driver.jdbc;

/** The SQL form of an insert. */
enum InsertForm {
  UPSERT,
  INSERT
}

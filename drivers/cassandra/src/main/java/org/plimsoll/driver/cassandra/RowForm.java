package org.plimsoll.driver.cassandra;

/** How the fields of a row are stored in columns. */
enum RowForm {
  COLUMNS,
  MAP,
  FROZEN_MAP,
  LIST,
  UDT
}

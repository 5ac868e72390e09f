package org.plimsoll.driver.cassandra;

/** How the fields of a row are kept. */
enum RowForm {
  COLUMNS,
  MAP,
  FROZEN_MAP,
  LIST,
  UDT
}

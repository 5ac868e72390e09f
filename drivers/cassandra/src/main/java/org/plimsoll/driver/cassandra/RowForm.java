package org.plimsoll.driver.cassandra;

/** Form in which the fields of a row are stored. */
enum RowForm {
  COLUMNS,
  MAP,
  FROZEN_MAP,
  LIST,
  UDT
}

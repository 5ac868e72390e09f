package org.plimsoll.driver.hbase;

/** How reads select the columns of a row. */
enum ReadForm {
  FAMILY,
  COLUMNS
}

package org.plimsoll.driver.cassandrathrift;

/** How reads select the columns of a row: by a range, or by name. */
enum ReadForm {
  SLICE,
  NAMES
}

package org.plimsoll.driver.cassandrathrift;

/** Whether reads select a row's columns by a range or by their names. */
enum ReadForm {
  SLICE,
  NAMES
}

package org.plimsoll.driver.geode;

/** The form in which a row is stored as a value. */
enum ValueForm {
  BYTES,
  PDX
}

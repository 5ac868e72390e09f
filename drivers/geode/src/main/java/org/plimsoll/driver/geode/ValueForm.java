package org.plimsoll.driver.geode;

/** How a row becomes a value. */
enum ValueForm {
  BYTES,
  PDX
}

package org.plimsoll.driver.ycsb;

/** Which bytes values have. */
enum ValueForm {
  /**
   * 64 characters of ASCII: many bindings send values as text, which other bytes do not survive.
   */
  PRINTABLE,
  /** As the engine makes them, to be verified. */
  BINARY
}

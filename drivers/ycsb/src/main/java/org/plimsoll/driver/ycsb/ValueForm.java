package org.plimsoll.driver.ycsb;

/** Which bytes values have. */
enum ValueForm {
  /**
   * 64 characters of ASCII: many bindings send values as text, which other bytes do not survive.
   */
  PRINTABLE,
  /** Text that can be verified: a third longer than what the engine makes. */
  BASE64,
  /** As the engine makes them, to be verified, for bindings that take any bytes. */
  BINARY
}

package org.plimsoll.driver.ycsb;

/** The form of the values that are written. */
enum ValueForm {
  /** 64 ASCII characters: many bindings send values as text, which changes other bytes. */
  PRINTABLE,
  /** Text that can be verified: a third longer than the value of the engine. */
  BASE64,
  /** The bytes of the engine, which can be verified, for bindings that accept any bytes. */
  BINARY
}

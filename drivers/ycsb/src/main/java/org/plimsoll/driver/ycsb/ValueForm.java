package org.plimsoll.driver.ycsb;

/** The form of written values. */
enum ValueForm {
  /**
   * 64 different ASCII characters. Many bindings send values as text, which would change other
   * bytes.
   */
  PRINTABLE,
  /** Base64 text, which can be verified. It is a third longer than the value of the engine. */
  BASE64,
  /**
   * The unchanged bytes of the engine, which can be verified. For bindings that accept any bytes.
   */
  BINARY
}

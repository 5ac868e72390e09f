package org.plimsoll.driver.elasticsearch;

/** Form of values in a document: base64 that is not searchable, or text. */
enum ValueForm {
  BINARY,
  TEXT
}

package org.plimsoll.driver.elasticsearch.transport;

/** Form of values in a document: bytes that are not searchable, or text. */
enum ValueForm {
  BINARY,
  TEXT
}

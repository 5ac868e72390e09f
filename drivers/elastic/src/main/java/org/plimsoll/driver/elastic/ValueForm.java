package org.plimsoll.driver.elastic;

/** Form of values in a document: bytes that are not searchable, or text. */
public enum ValueForm {
  BINARY,
  TEXT
}

package org.plimsoll.driver.elasticsearch;

/** How a document holds values: as base64 that is not searched, or as text. */
enum ValueForm {
  BINARY,
  TEXT
}

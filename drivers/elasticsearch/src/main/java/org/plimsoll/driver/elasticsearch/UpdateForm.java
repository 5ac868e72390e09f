package org.plimsoll.driver.elasticsearch;

/** How an update is sent: the whole document, or the fields of it that change. */
enum UpdateForm {
  INDEX,
  PARTIAL
}

package org.plimsoll.driver.memcached;

/** The protocol of the requests. */
enum Protocol {
  TEXT,
  BINARY,
  META
}

package org.plimsoll.driver.memcached;

/** The language of the requests. */
enum Protocol {
  TEXT,
  BINARY,
  META
}

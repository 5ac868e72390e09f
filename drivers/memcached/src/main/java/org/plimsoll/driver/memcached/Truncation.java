package org.plimsoll.driver.memcached;

/** What truncate does; Memcached cannot list its keys. */
enum Truncation {
  REFUSE,
  FLUSH_ALL
}

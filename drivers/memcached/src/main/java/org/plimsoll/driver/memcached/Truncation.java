package org.plimsoll.driver.memcached;

/** What truncating does, where nobody can tell which keys there are. */
enum Truncation {
  REFUSE,
  FLUSH_ALL
}

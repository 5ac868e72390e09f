package org.plimsoll.driver.memcached;

/**
 * Effect of truncating. Memcached cannot list its keys, so the alternatives are to refuse, or to
 * delete all keys.
 */
enum Truncation {
  REFUSE,
  FLUSH_ALL
}

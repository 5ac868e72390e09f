package org.plimsoll.driver.evcache;

/** Whether truncating may delete all keys of the servers, including those of other applications. */
enum Truncation {
  REFUSE,
  FLUSH_ALL
}

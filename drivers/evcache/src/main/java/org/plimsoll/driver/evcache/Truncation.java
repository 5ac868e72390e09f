package org.plimsoll.driver.evcache;

/** Whether truncating may empty the servers, including the keys of others. */
enum Truncation {
  REFUSE,
  FLUSH_ALL
}

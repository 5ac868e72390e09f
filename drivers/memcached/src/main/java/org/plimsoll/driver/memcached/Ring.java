package org.plimsoll.driver.memcached;

/** How keys are spread over several servers. */
enum Ring {
  KETAMA,
  FOLSOM
}

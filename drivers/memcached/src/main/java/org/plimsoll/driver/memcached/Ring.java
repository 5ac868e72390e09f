package org.plimsoll.driver.memcached;

/** How keys are distributed over several servers. */
enum Ring {
  KETAMA,
  FOLSOM
}

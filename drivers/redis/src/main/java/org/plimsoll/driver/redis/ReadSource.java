package org.plimsoll.driver.redis;

/** Which servers reads go to. */
enum ReadSource {
  MASTER,
  REPLICA,
  ANY
}

package org.plimsoll.driver.redis;

/** The servers to which reads are sent. */
enum ReadSource {
  MASTER,
  REPLICA,
  ANY
}

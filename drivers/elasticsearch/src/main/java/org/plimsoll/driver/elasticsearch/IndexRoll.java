package org.plimsoll.driver.elasticsearch;

/** Whether rows go to one index, or to a new one each day. */
enum IndexRoll {
  NONE,
  DAILY
}

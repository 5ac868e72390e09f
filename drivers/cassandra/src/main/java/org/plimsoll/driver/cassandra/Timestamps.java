package org.plimsoll.driver.cassandra;

/** Who gives writes their timestamps. */
enum Timestamps {
  CLIENT,
  SERVER
}

package org.plimsoll.driver.cassandra;

/** Source of write timestamps: the client or the server. */
enum Timestamps {
  CLIENT,
  SERVER
}

package org.plimsoll.driver.etcd;

/** Consistency of reads: the newest value, or the value that the asked member has. */
enum Reads {
  LINEARIZABLE,
  SERIALIZABLE
}

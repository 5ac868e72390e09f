package org.plimsoll.driver.etcd;

/** What a read may return: the newest value, or the one that the member has. */
enum Reads {
  LINEARIZABLE,
  SERIALIZABLE
}

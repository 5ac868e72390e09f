package org.plimsoll.driver.cassandra;

/** The CQL type of the partition key. */
enum KeyType {
  BLOB,
  TEXT,
  BIGINT
}

package org.plimsoll.driver.dynamodb;

/** Content of an index: whole items or their keys. */
enum IndexProjection {
  ALL,
  KEYS_ONLY
}

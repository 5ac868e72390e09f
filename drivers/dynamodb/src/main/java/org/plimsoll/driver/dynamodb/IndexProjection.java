package org.plimsoll.driver.dynamodb;

/** What an index holds of each item. */
enum IndexProjection {
  ALL,
  KEYS_ONLY
}

package org.plimsoll.driver.geode;

/** The kind of a region that is created at the servers, as {@code gfsh} names them. */
enum ServerRegion {
  PARTITION,
  PARTITION_REDUNDANT,
  PARTITION_PERSISTENT,
  PARTITION_REDUNDANT_PERSISTENT,
  REPLICATE,
  REPLICATE_PERSISTENT
}

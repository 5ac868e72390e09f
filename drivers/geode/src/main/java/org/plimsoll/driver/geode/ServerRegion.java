package org.plimsoll.driver.geode;

/** The type of a new region on the servers, with the names of {@code gfsh}. */
enum ServerRegion {
  PARTITION,
  PARTITION_REDUNDANT,
  PARTITION_PERSISTENT,
  PARTITION_REDUNDANT_PERSISTENT,
  REPLICATE,
  REPLICATE_PERSISTENT
}

package org.plimsoll.driver.geode;

/** Whether the client keeps a local copy of entries. */
enum RegionKind {
  PROXY,
  CACHING_PROXY
}

package org.plimsoll.driver.geode;

/** Whether the client keeps entries. */
enum RegionKind {
  PROXY,
  CACHING_PROXY
}

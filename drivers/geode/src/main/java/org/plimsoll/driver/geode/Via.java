package org.plimsoll.driver.geode;

/** What the hosts of the target are. */
enum Via {
  LOCATORS,
  SERVERS
}

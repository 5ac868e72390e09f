package org.plimsoll.driver.geode;

/** The role of the hosts of the target. */
enum Via {
  LOCATORS,
  SERVERS
}

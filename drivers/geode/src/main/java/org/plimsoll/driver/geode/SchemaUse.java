package org.plimsoll.driver.geode;

/** Whether the run creates and destroys the region at the servers. */
enum SchemaUse {
  CREATE,
  RECREATE,
  TEMPORARY,
  NONE
}

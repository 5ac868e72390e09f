package org.plimsoll.driver.kafka;

/** Whether the run creates and deletes the topic. */
enum SchemaUse {
  CREATE,
  RECREATE,
  TEMPORARY,
  NONE
}

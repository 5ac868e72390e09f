package org.plimsoll.driver.s3;

/** Whether the run creates the bucket, and deletes the objects. */
enum SchemaUse {
  CREATE,
  RECREATE,
  TEMPORARY,
  NONE
}

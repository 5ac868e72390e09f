package org.plimsoll.driver.cassandrathrift;

/** Whether the server logs a bulk write first, so that all or none of it takes effect. */
enum BulkWriteForm {
  UNLOGGED,
  LOGGED
}

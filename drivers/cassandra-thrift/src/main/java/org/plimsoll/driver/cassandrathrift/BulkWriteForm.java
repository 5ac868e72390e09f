package org.plimsoll.driver.cassandrathrift;

/**
 * Whether the server writes a bulk write to its batch log first, so that all or none of it takes
 * effect.
 */
enum BulkWriteForm {
  UNLOGGED,
  LOGGED
}

package org.plimsoll.driver.cassandrathrift;

/**
 * Whether the server writes a bulk write to its batch log first, so that either all of it or
 * nothing takes effect.
 */
enum BulkWriteForm {
  UNLOGGED,
  LOGGED
}

package org.plimsoll.driver.redis;

/** How a bulk is sent. */
enum BulkForm {
  PIPELINE,
  MULTI
}

package org.plimsoll.driver.redis;

/** How a bulk travels. */
enum BulkForm {
  PIPELINE,
  MULTI
}

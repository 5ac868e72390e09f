package org.plimsoll.driver.redis;

/** The form of a bulk operation: single commands in a pipeline, or commands with several keys. */
enum BulkForm {
  PIPELINE,
  MULTI
}

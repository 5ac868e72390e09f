package org.plimsoll.driver.dynamodb;

/** How an update is sent: PutItem replaces the item, UpdateItem sets the fields of it. */
enum UpdateForm {
  PUT,
  UPDATE_ITEM
}

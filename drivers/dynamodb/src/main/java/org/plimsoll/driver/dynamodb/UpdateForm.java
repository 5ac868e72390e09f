package org.plimsoll.driver.dynamodb;

/** Form of an update: PutItem replaces the item, UpdateItem sets its fields. */
enum UpdateForm {
  PUT,
  UPDATE_ITEM
}

package org.plimsoll.driver.dynamodb;

/** The type of attributes that contain values: B or S. */
enum AttributeForm {
  BINARY,
  STRING
}

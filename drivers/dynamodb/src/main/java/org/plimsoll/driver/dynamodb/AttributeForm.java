package org.plimsoll.driver.dynamodb;

/** The type of attributes that hold values: B, or S. */
enum AttributeForm {
  BINARY,
  STRING
}

package org.plimsoll.driver.dynamodb;

import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The type of the key attribute. */
enum KeyForm {
  STRING(ScalarAttributeType.S),
  BINARY(ScalarAttributeType.B),
  NUMBER(ScalarAttributeType.N);

  private final ScalarAttributeType attributeType;

  KeyForm(ScalarAttributeType attributeType) {
    this.attributeType = attributeType;
  }

  ScalarAttributeType attributeType() {
    return attributeType;
  }
}

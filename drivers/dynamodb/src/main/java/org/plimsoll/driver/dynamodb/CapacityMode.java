package org.plimsoll.driver.dynamodb;

import software.amazon.awssdk.services.dynamodb.model.BillingMode;

/** How a table's capacity is paid: by the request, or by units that are provisioned. */
enum CapacityMode {
  ON_DEMAND(BillingMode.PAY_PER_REQUEST),
  PROVISIONED(BillingMode.PROVISIONED);

  private final BillingMode billingMode;

  CapacityMode(BillingMode billingMode) {
    this.billingMode = billingMode;
  }

  BillingMode billingMode() {
    return billingMode;
  }
}

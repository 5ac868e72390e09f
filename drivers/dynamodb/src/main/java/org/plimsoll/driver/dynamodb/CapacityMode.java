package org.plimsoll.driver.dynamodb;

import software.amazon.awssdk.services.dynamodb.model.BillingMode;

/** Capacity mode of a table: on-demand, which is paid per request, or provisioned units. */
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

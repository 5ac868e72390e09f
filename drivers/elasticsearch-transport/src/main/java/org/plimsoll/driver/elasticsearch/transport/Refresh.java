package org.plimsoll.driver.elasticsearch.transport;

import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;

/**
 * When a write becomes searchable: at the next refresh, immediately, or before it is acknowledged.
 */
enum Refresh {
  FALSE(RefreshPolicy.NONE),
  TRUE(RefreshPolicy.IMMEDIATE),
  WAIT_FOR(RefreshPolicy.WAIT_UNTIL);

  private final RefreshPolicy policy;

  Refresh(RefreshPolicy policy) {
    this.policy = policy;
  }

  RefreshPolicy policy() {
    return policy;
  }
}

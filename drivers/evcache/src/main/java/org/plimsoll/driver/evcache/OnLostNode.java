package org.plimsoll.driver.evcache;

import net.spy.memcached.FailureMode;

/** How the client handles requests for a node that is not connected. */
enum OnLostNode {
  CANCEL(FailureMode.Cancel),
  REDISTRIBUTE(FailureMode.Redistribute),
  RETRY(FailureMode.Retry);

  private final FailureMode mode;

  OnLostNode(FailureMode mode) {
    this.mode = mode;
  }

  FailureMode mode() {
    return mode;
  }
}

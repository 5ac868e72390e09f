package org.plimsoll.driver.memcached;

import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;

/** The failure of a meta protocol request. It has no stack trace, because it can be frequent. */
final class MetaFailure extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Outcome outcome;

  MetaFailure(Outcome outcome, String message) {
    super(message, null, false, false);
    this.outcome = outcome;
  }

  boolean hasCode(FailureCode code) {
    return code.text().equals(outcome.failureCode());
  }

  Outcome outcome() {
    return outcome;
  }
}

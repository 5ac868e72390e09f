package org.plimsoll.driver.kafka;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/**
 * Whether brokers refuse the connections of producers. The client library fails one record with
 * that reason for each connection that is refused, and all others because they had to wait.
 */
final class Refusals {
  private volatile @Nullable AuthenticationException latest;

  /** The outcome of a record that failed. */
  Outcome outcome(Throwable failure) {
    AuthenticationException reason = latest;
    if (failure instanceof AuthenticationException refused) {
      latest = refused;
    } else if (failure instanceof TimeoutException && reason != null) {
      return Failures.outcome(reason);
    }
    return Failures.outcome(failure);
  }

  /** Notes that a broker has acknowledged a record. */
  void acknowledged() {
    if (latest != null) {
      latest = null;
    }
  }
}

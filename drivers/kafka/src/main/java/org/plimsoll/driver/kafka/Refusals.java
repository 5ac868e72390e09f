package org.plimsoll.driver.kafka;

import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/**
 * Detects whether brokers refuse the connections of producers. For each refused connection, the
 * client library reports that reason for one record. All other records fail only because they had
 * to wait.
 */
final class Refusals {
  private volatile @Nullable AuthenticationException latest;

  /** Returns the outcome of a record that failed. */
  Outcome outcome(Throwable failure) {
    AuthenticationException reason = latest;
    if (failure instanceof AuthenticationException refused) {
      latest = refused;
    } else if (failure instanceof TimeoutException && reason != null) {
      return Failures.outcome(reason);
    }
    return Failures.outcome(failure);
  }

  /** Called when a broker has acknowledged a record. */
  void acknowledged() {
    if (latest != null) {
      latest = null;
    }
  }
}

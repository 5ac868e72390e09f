package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/**
 * A retry policy that never retries, since a failure is a result. It is public because the driver
 * library instantiates it by name.
 */
@SuppressWarnings("deprecation") // its newer methods call these, which have no default
public final class NeverRetry implements RetryPolicy {
  /** Called by the library, with its parameters. */
  public NeverRetry(DriverContext context, String profileName) {}

  @Override
  public RetryDecision onReadTimeout(
      Request request,
      ConsistencyLevel consistency,
      int blockFor,
      int received,
      boolean dataPresent,
      int retryCount) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onWriteTimeout(
      Request request,
      ConsistencyLevel consistency,
      WriteType writeType,
      int blockFor,
      int received,
      int retryCount) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onUnavailable(
      Request request, ConsistencyLevel consistency, int required, int alive, int retryCount) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onRequestAborted(Request request, Throwable error, int retryCount) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onErrorResponse(
      Request request, CoordinatorException error, int retryCount) {
    return RetryDecision.RETHROW;
  }

  @Override
  public void close() {}
}

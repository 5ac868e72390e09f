package org.plimsoll.driver.s3;

import java.util.function.Consumer;
import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.AsyncSession;
import org.plimsoll.api.kit.SharedPool;

/**
 * A session with at most one operation in flight on a pooled connection, which is the limit of
 * HTTP/1.1. A multipart upload uses several connections. Operations complete on the SDK's I/O
 * threads.
 */
final class S3Session extends AsyncSession<S3Request> {
  private final ObjectRequests requests;
  private final SharedPool<Pool> pools;
  private final DriverContext.Counter throttles;
  private final Consumer<S3Session> onClose;

  S3Session(
      ObjectRequests requests,
      SharedPool<Pool> pools,
      DriverContext.Counter throttles,
      Consumer<S3Session> onClose) {
    this.requests = requests;
    this.pools = pools;
    this.throttles = throttles;
    this.onClose = onClose;
  }

  @Override
  protected S3Request begin(Operation operation, Completion completion) {
    return new S3Request(completion, pools, throttles);
  }

  @Override
  protected void send(Operation operation, S3Request request) {
    requests.send(operation, request);
  }

  @Override
  protected void sendRehearsal(Operation operation, S3Request request) {
    requests.rehearse(request);
  }

  @Override
  protected void release() {
    onClose.accept(this);
  }
}

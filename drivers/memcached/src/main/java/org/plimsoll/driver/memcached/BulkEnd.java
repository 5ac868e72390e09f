package org.plimsoll.driver.memcached;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/** Waits for all items of a bulk operation. The answers may arrive on any threads. */
final class BulkEnd {
  private final int size;
  private final long payloadBytes;
  private final Request request;
  private final AtomicInteger remaining;
  private final AtomicReference<@Nullable Outcome> failure = new AtomicReference<>();

  BulkEnd(int size, long payloadBytes, Request request) {
    this.size = size;
    this.payloadBytes = payloadBytes;
    this.request = request;
    remaining = new AtomicInteger(size);
    if (size == 0) {
      request.finish(Outcome.succeeded(0, 0));
    }
  }

  void one(Outcome outcome) {
    if (outcome.status() != Outcome.Status.SUCCEEDED) {
      failure.compareAndSet(null, outcome);
    }
    if (remaining.decrementAndGet() == 0) {
      Outcome failed = failure.get();
      request.finish(failed != null ? failed : Outcome.succeeded(size, payloadBytes));
    }
  }
}

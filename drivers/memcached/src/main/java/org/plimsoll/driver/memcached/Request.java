package org.plimsoll.driver.memcached;

import com.spotify.folsom.MemcacheClient;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;

/** One operation under way, and its single completion. It has copied what it sends. */
final class Request {
  private static final AtomicIntegerFieldUpdater<Request> ENDED =
      AtomicIntegerFieldUpdater.newUpdater(Request.class, "ended");

  private final Completion completion;
  private final MemcacheClient<byte[]> connection;
  private final Set<Request> underWay;
  private volatile int ended;

  Request(Completion completion, MemcacheClient<byte[]> connection, Set<Request> underWay) {
    this.completion = completion;
    this.connection = connection;
    this.underWay = underWay;
    underWay.add(this);
  }

  /** The one that it was sent on, which may have been replaced since. */
  MemcacheClient<byte[]> connection() {
    return connection;
  }

  void finish(Outcome outcome) {
    if (ended == 0 && ENDED.compareAndSet(this, 0, 1)) {
      underWay.remove(this);
      completion.complete(outcome);
    }
  }
}

package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;

/** One operation under way, and its single completion. */
final class Request {
  private final Completion completion;
  private final CqlSession session;
  private final Set<Request> underWay;
  private final AtomicBoolean ended = new AtomicBoolean();

  Request(Completion completion, CqlSession session, Set<Request> underWay) {
    this.completion = completion;
    this.session = session;
    this.underWay = underWay;
    underWay.add(this);
  }

  /** The library's session that it was sent on, which may have been replaced since. */
  CqlSession session() {
    return session;
  }

  boolean hasEnded() {
    return ended.get();
  }

  /** Completes it, unless that has been done. Nothing that it has sent reads the engine's rows. */
  void finish(Outcome outcome) {
    if (ended.compareAndSet(false, true)) {
      underWay.remove(this);
      completion.complete(outcome);
    }
  }
}

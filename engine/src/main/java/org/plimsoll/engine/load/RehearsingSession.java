package org.plimsoll.engine.load;

import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;

/**
 * A session that executes no operations: it rehearses them on another session, or answers at once.
 */
final class RehearsingSession implements Session {
  private static final Outcome DONE = Outcome.succeeded(0);

  private final Session session;
  private final boolean sends;

  RehearsingSession(Session session, boolean sends) {
    this.session = session;
    this.sends = sends;
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    if (sends) {
      session.rehearse(operation, completion);
    } else {
      completion.complete(DONE);
    }
  }

  @Override
  public int maxInFlight() {
    return session.maxInFlight();
  }

  /** Does not close the other session. */
  @Override
  public void close() {}
}

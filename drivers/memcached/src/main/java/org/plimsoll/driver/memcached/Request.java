package org.plimsoll.driver.memcached;

import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedConnection;

/** One operation in flight. It has copied what it sends. */
final class Request extends InFlight {
  private final SharedConnection<Connection> link;
  private final Connection connection;
  private final Thread sender = Thread.currentThread();
  private boolean handedOver; // the sender's alone

  Request(Completion completion, SharedConnection<Connection> link, Connection connection) {
    super(completion);
    this.link = link;
    this.connection = connection;
  }

  /** The one that it was sent on, which may have been replaced since. */
  Connection connection() {
    return connection;
  }

  /**
   * Says that the connection has all of it. What Folsom answers before, on the sender's own thread,
   * was not sent: of a connection that is down it says no other way that it was down already.
   */
  void handedOver() {
    handedOver = true;
  }

  @Override
  @SuppressWarnings("ReferenceEquality")
  protected Outcome ending(Outcome outcome) {
    boolean refused =
        outcome == Failures.CONNECTION_LOST && Thread.currentThread() == sender && !handedOver;
    return refused ? Failures.NOT_CONNECTED : outcome;
  }

  @Override
  protected void abandoned() {
    link.suspect(connection);
  }
}

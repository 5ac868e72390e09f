package org.plimsoll.driver.memcached;

import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedConnection;

/** An operation in flight, which has copied the data to send. */
final class Request extends InFlight {
  private final SharedConnection<Connection> link;
  private final Connection connection;
  private final Thread sender = Thread.currentThread();
  private boolean handedOver; // Accessed only by the sending thread.

  Request(Completion completion, SharedConnection<Connection> link, Connection connection) {
    super(completion);
    this.link = link;
    this.connection = connection;
  }

  /** Returns the connection on which the request was sent. It may have been replaced since then. */
  Connection connection() {
    return connection;
  }

  /**
   * Records that the connection has accepted the whole request. If Folsom answers before this call,
   * on the sending thread, the request was not sent. There is no other indication that the
   * connection was down.
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
    link.abandoned(connection);
  }
}

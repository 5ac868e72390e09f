package org.plimsoll.driver.memcached;

import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedConnection;

/** One operation in flight. It has copied the data that it sends. */
final class Request extends InFlight {
  private final SharedConnection<Connection> link;
  private final Connection connection;
  private final Thread sender = Thread.currentThread();
  private boolean handedOver; // used only by the sender

  Request(Completion completion, SharedConnection<Connection> link, Connection connection) {
    super(completion);
    this.link = link;
    this.connection = connection;
  }

  /** The connection that the request was sent on, which may have been replaced since. */
  Connection connection() {
    return connection;
  }

  /**
   * Records that the connection has accepted the whole request. If Folsom answers before that, on
   * the sender's thread, the request was not sent. This is the only sign that the connection was
   * already down.
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

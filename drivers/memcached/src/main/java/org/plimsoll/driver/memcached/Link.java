package org.plimsoll.driver.memcached;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A connection to each server that sessions share. What breaks is connected again by itself; when
 * one has stopped answering without breaking, a session that was closed with operations under way
 * puts the link under suspicion, and the next session that is opened has it replaced, once, for all
 * that share it.
 */
final class Link {
  private final Callable<Connection> connector;

  /** Held while connecting, which may take long; the rest is guarded by this link itself. */
  private final Object connecting = new Object();

  private @Nullable Connection suspect;
  private volatile @Nullable Connection connection;
  private boolean closed;
  private int sessions;

  Link(Callable<Connection> connector) {
    this.connector = connector;
  }

  /** Null before the first {@link #open} and after {@link #close}. */
  @Nullable Connection connection() {
    return connection;
  }

  /** Connects where there is no connection, or a suspect one. */
  void open() throws Exception {
    synchronized (connecting) {
      if (isUsable()) {
        return;
      }
      Connection fresh = connector.call();
      Connection useless;
      synchronized (this) {
        useless = closed ? fresh : connection;
        if (!closed) {
          connection = fresh;
          suspect = null;
        }
      }
      if (useless != null) {
        useless.shutdown();
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // it is this very connection that is stuck
  private synchronized boolean isUsable() {
    return connection != null && connection != suspect;
  }

  /** Says that a connection does not answer; one that was replaced meanwhile is forgotten. */
  @SuppressWarnings("ReferenceEquality")
  synchronized void suspect(Connection stuck) {
    if (stuck == connection) {
      suspect = stuck;
    }
  }

  /** How many sessions share it. */
  synchronized int sessions() {
    return sessions;
  }

  synchronized void join() {
    sessions++;
  }

  synchronized void leave() {
    sessions--;
  }

  synchronized void close() {
    closed = true;
    Connection current = connection;
    connection = null;
    if (current != null) {
      current.shutdown();
    }
  }
}

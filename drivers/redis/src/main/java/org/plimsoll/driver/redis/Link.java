package org.plimsoll.driver.redis;

import io.lettuce.core.api.StatefulConnection;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A connection that sessions share. Lettuce reconnects it when it breaks; when it has stopped
 * answering without breaking, a session that was closed with operations under way puts it under
 * suspicion, and the next session that is opened has it replaced, once, for all that share it.
 */
final class Link {
  private final Callable<StatefulConnection<byte[], Slice>> connector;

  /** Held while connecting, which may take long; the rest is guarded by this link itself. */
  private final Object connecting = new Object();

  private @Nullable StatefulConnection<byte[], Slice> suspect;
  private volatile @Nullable StatefulConnection<byte[], Slice> connection;
  private boolean closed;
  private int sessions;

  Link(Callable<StatefulConnection<byte[], Slice>> connector) {
    this.connector = connector;
  }

  /** Null before the first {@link #open} and after {@link #close}. */
  @Nullable StatefulConnection<byte[], Slice> connection() {
    return connection;
  }

  /** Connects where there is no connection, or a suspect one. */
  void open() throws Exception {
    synchronized (connecting) {
      if (isUsable()) {
        return;
      }
      StatefulConnection<byte[], Slice> fresh = connector.call();
      StatefulConnection<byte[], Slice> useless;
      synchronized (this) {
        useless = closed ? fresh : connection;
        if (!closed) {
          connection = fresh;
          suspect = null;
        }
      }
      if (useless != null) {
        var _ = useless.closeAsync();
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // it is this very connection that is stuck
  private synchronized boolean isUsable() {
    return connection != null && connection != suspect;
  }

  /** Says that a connection does not answer; one that was replaced meanwhile is forgotten. */
  @SuppressWarnings("ReferenceEquality")
  synchronized void suspect(StatefulConnection<byte[], Slice> stuck) {
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
    StatefulConnection<byte[], Slice> current = connection;
    connection = null;
    if (current != null) {
      var _ = current.closeAsync();
    }
  }
}

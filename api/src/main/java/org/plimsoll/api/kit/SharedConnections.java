package org.plimsoll.api.kit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * A fixed number of connections that sessions share evenly, or one connection per session.
 *
 * @param <C> the library's connection
 */
public final class SharedConnections<C> {
  private final List<SharedConnection<C>> shared = new ArrayList<>();
  private final Callable<? extends C> connector;
  private final Consumer<? super C> closer;

  /**
   * Creates connections that open when a session needs them.
   *
   * @param count number of connections; 0 = one per session
   * @param connector connects, and throws when the target cannot be reached
   * @param closer closes a connection without waiting
   */
  public SharedConnections(int count, Callable<? extends C> connector, Consumer<? super C> closer) {
    this.connector = connector;
    this.closer = closer;
    for (int i = 0; i < count; i++) {
      shared.add(new SharedConnection<>(connector, closer));
    }
  }

  /** The number of shared connections; 0 if each session has its own. */
  public int count() {
    return shared.size();
  }

  /**
   * An open connection for one more session: its own one, or the shared one with the fewest
   * sessions. A session that replaces a stalled one thus gets the same connection, reopened.
   *
   * @throws Exception any exception of the connector
   */
  public SharedConnection<C> join() throws Exception {
    SharedConnection<C> joined = leastShared();
    try {
      var _ = joined.open();
      return joined;
    } catch (Exception e) {
      leave(joined);
      throw e;
    }
  }

  private SharedConnection<C> leastShared() {
    if (shared.isEmpty()) {
      return new SharedConnection<>(connector, closer);
    }
    synchronized (shared) {
      SharedConnection<C> least =
          Collections.min(shared, Comparator.comparingInt(SharedConnection::sessions));
      least.join();
      return least;
    }
  }

  /** Releases a connection from {@link #join}; closes it if it belonged to one session. */
  public void leave(SharedConnection<C> joined) {
    if (shared.isEmpty()) {
      joined.close();
    } else {
      joined.leave();
    }
  }

  /** Closes the shared connections permanently. */
  public void close() {
    shared.forEach(SharedConnection::close);
  }
}

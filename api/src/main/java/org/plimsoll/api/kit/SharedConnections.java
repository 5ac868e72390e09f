package org.plimsoll.api.kit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * A fixed number of connections that sessions share evenly, or one for each session.
 *
 * @param <C> the library's connection
 */
public final class SharedConnections<C> {
  private final List<SharedConnection<C>> shared = new ArrayList<>();
  private final Callable<? extends C> connector;
  private final Consumer<? super C> closer;

  /**
   * Connections that open when a session needs them.
   *
   * @param count how many there are; 0 for one for each session
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

  /** How many connections are shared; 0 where each session has its own. */
  public int count() {
    return shared.size();
  }

  /**
   * An open connection for one more session: one of its own, or that which the fewest share. So a
   * session that replaces a stuck one gets the stuck one's connection, connected again.
   *
   * @throws Exception what the connector throws
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

  /** Gives back what {@link #join} returned; closes it where the session had it alone. */
  public void leave(SharedConnection<C> joined) {
    if (shared.isEmpty()) {
      joined.close();
    } else {
      joined.leave();
    }
  }

  /** Closes the shared ones for good. */
  public void close() {
    shared.forEach(SharedConnection::close);
  }
}

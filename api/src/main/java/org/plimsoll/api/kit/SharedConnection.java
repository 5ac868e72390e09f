package org.plimsoll.api.kit;

import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection that sessions share, or that one session owns. The client library connects again
 * what breaks. A connection that has stopped answering without breaking is {@linkplain #suspect
 * suspected} by the session that gave up waiting, and the next {@link #open} replaces it, once for
 * all that share it.
 *
 * @param <C> the library's connection
 */
public final class SharedConnection<C> {
  private final Callable<? extends C> connector;
  private final Consumer<? super C> closer;

  /** Held while connecting, which may take long; the rest is guarded by this object itself. */
  private final Object connecting = new Object();

  private @Nullable C suspect;
  private volatile @Nullable C connection;
  private boolean closed;
  private int sessions;

  /**
   * A connection that is not open yet.
   *
   * @param connector connects, and throws when the target cannot be reached
   * @param closer closes a connection that is replaced or no longer needed, without waiting
   */
  public SharedConnection(Callable<? extends C> connector, Consumer<? super C> closer) {
    this.connector = connector;
    this.closer = closer;
  }

  /** The open connection; null before the first {@link #open} and after {@link #close}. */
  public @Nullable C current() {
    return connection;
  }

  /**
   * Connects, unless there is a connection that answers.
   *
   * @return the connection, which is closed already where this was closed meanwhile
   * @throws Exception what the connector throws
   */
  public C open() throws Exception {
    synchronized (connecting) {
      C usable = usable();
      if (usable != null) {
        return usable;
      }
      C fresh = connector.call();
      C useless;
      synchronized (this) {
        useless = closed ? fresh : connection;
        if (!closed) {
          connection = fresh;
          suspect = null;
        }
      }
      if (useless != null) {
        closer.accept(useless);
      }
      return fresh;
    }
  }

  @SuppressWarnings("ReferenceEquality") // it is this very connection that is stuck
  private synchronized @Nullable C usable() {
    return connection == suspect ? null : connection;
  }

  /** Says that a connection does not answer; one that was replaced meanwhile is ignored. */
  @SuppressWarnings("ReferenceEquality")
  public synchronized void suspect(C stuck) {
    if (stuck == connection) {
      suspect = stuck;
    }
  }

  synchronized int sessions() {
    return sessions;
  }

  synchronized void join() {
    sessions++;
  }

  synchronized void leave() {
    sessions--;
  }

  /** Closes it for good. */
  public void close() {
    C current;
    synchronized (this) {
      closed = true;
      current = connection;
      connection = null;
    }
    if (current != null) {
      closer.accept(current);
    }
  }
}

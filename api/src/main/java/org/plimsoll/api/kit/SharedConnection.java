package org.plimsoll.api.kit;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that several sessions share, or that one session owns. The client library reconnects
 * it when it breaks. If it stops answering without breaking, the session that timed out marks it as
 * {@linkplain #abandoned suspect}. The next {@link #open} then replaces it once for all its
 * sessions.
 *
 * @param <C> the library's connection
 */
public final class SharedConnection<C> {
  /** Age before which a connection that replaced another one is not suspect. */
  static final long YOUNG_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Callable<? extends C> connector;
  private final Consumer<? super C> closer;
  private final LongSupplier clock;

  /** Lock for connecting, which may take long. All other state is guarded by this object. */
  private final Object connecting = new Object();

  private @Nullable C suspect;
  private volatile @Nullable C connection;
  private boolean closed;
  private boolean replaced;
  private long replacedNanos;
  private int sessions;

  /**
   * Creates a connection that is not open yet.
   *
   * @param connector connects, and throws when the target cannot be reached
   * @param closer closes a replaced or unused connection, without waiting
   */
  public SharedConnection(Callable<? extends C> connector, Consumer<? super C> closer) {
    this(connector, closer, System::nanoTime);
  }

  SharedConnection(
      Callable<? extends C> connector, Consumer<? super C> closer, LongSupplier clock) {
    this.connector = connector;
    this.closer = closer;
    this.clock = clock;
  }

  /** Returns the open connection; null before the first {@link #open} and after {@link #close}. */
  public @Nullable C current() {
    return connection;
  }

  /**
   * Connects, unless there is a connection that answers.
   *
   * @return the connection; already closed if {@link #close} was called in the meantime
   * @throws Exception any exception of the connector
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
          replaced = connection != null;
          replacedNanos = clock.getAsLong();
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

  @SuppressWarnings("ReferenceEquality") // only this connection instance is suspect
  private synchronized @Nullable C usable() {
    return connection == suspect ? null : connection;
  }

  /**
   * Marks a connection as suspect because it does not answer. Has no effect if the connection was
   * replaced in the meantime.
   */
  @SuppressWarnings("ReferenceEquality")
  public synchronized void suspect(C stuck) {
    if (stuck == connection) {
      suspect = stuck;
    }
  }

  /**
   * Marks the connection of an abandoned operation as suspect, unless the connection has just
   * replaced another one: a session that is closed because of the former connection also abandons
   * what it has just sent on the new one.
   */
  public synchronized void abandoned(C on) {
    boolean isYoung = replaced && clock.getAsLong() - replacedNanos < YOUNG_NANOS;
    if (!isYoung) {
      suspect(on);
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

  /** Closes the connection permanently. */
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

package org.plimsoll.api.kit;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;

/**
 * An asynchronous session on one of the {@link SharedConnections}. The session releases its
 * connection when it is closed.
 *
 * @param <C> the library's connection
 * @param <F> the driver's state of an operation in flight
 */
public abstract class SharedSession<C, F extends InFlight> extends AsyncSession<F> {
  private final SharedConnection<C> link;
  private final int maxInFlight;
  private volatile Runnable ended = () -> {};

  /** Creates an open session on a connection that has been joined for it. */
  protected SharedSession(SharedConnection<C> link, int maxInFlight) {
    this.link = link;
    this.maxInFlight = maxInFlight;
  }

  /** Returns the shared connection. Each operation gets the current connection from it. */
  protected final SharedConnection<C> link() {
    return link;
  }

  @Override
  public final int maxInFlight() {
    return maxInFlight;
  }

  /** Creates the state of an operation that will be sent on the connection. */
  protected abstract F begin(Completion completion, C connection);

  @Override
  protected final @Nullable F begin(Operation operation, Completion completion) {
    C connection = link.current();
    return connection == null ? null : begin(completion, connection);
  }

  final void whenEnded(Runnable action) {
    ended = action;
  }

  /** Releases the connection. An overriding method calls this method last. */
  @Override
  protected void release() {
    ended.run();
  }
}

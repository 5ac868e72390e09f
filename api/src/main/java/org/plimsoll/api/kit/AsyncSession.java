package org.plimsoll.api.kit;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;

/**
 * A session of a client library that answers on threads of its own. It knows its operations in
 * flight, completes each of them once, and completes the rest as failed when it is closed. A driver
 * adds how an operation is sent.
 *
 * @param <F> what the driver keeps of an operation in flight
 */
public abstract class AsyncSession<F extends InFlight> implements Session {
  private static final Outcome CLOSED = Outcome.failed(FailureCode.Common.CLOSED).withAttempts(0);

  private final Set<F> inFlight = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Makes what is kept of an operation; null where there is no connection that could take it. */
  protected abstract @Nullable F begin(Operation operation, Completion completion);

  /**
   * Sends an operation, and returns without waiting for the answer. Whoever sees the answer calls
   * {@link InFlight#finish} on the thread that saw it.
   *
   * @throws RuntimeException where it could not be sent; see {@link #notSent}
   */
  protected abstract void send(Operation operation, F flight);

  /** The outcome of an operation that {@link #send} has thrown for. */
  protected Outcome notSent(RuntimeException failure) {
    return Outcome.failed(failure).withAttempts(0);
  }

  /**
   * Is called first when the session is closed. A session made of others closes them here: they
   * read the rows of what is in flight.
   */
  protected void closing() {}

  /** Lets go of what this session alone holds. Called once, when nothing is in flight any more. */
  protected void release() {}

  public final boolean isClosed() {
    return closed.get();
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    F flight = closed.get() ? null : begin(operation, completion);
    if (flight == null) {
      completion.complete(CLOSED);
      return;
    }
    flight.enter(inFlight);
    inFlight.add(flight);
    try {
      send(operation, flight);
    } catch (RuntimeException e) {
      flight.finish(notSent(e));
    }
    if (closed.get()) {
      flight.abandon(); // close() may have looked before it was there
    }
  }

  @Override
  public final void close() {
    if (closed.compareAndSet(false, true)) {
      closing();
      inFlight.forEach(InFlight::abandon);
      release();
    }
  }
}

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
 * A session of an asynchronous client library, which answers on its own threads. The class tracks
 * the operations in flight, completes each of them once, and fails the remaining ones when the
 * session is closed. A driver implements how an operation is sent.
 *
 * @param <F> the driver's state of an operation in flight
 */
public abstract class AsyncSession<F extends InFlight> implements Session {
  private static final Outcome CLOSED = Outcome.failed(FailureCode.Common.CLOSED).withAttempts(0);

  private final Set<F> inFlight = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Creates an open session. */
  protected AsyncSession() {}

  /** Creates the state of an operation in flight; null if there is no usable connection. */
  protected abstract @Nullable F begin(Operation operation, Completion completion);

  /**
   * Sends an operation and returns without waiting for the answer. The thread that receives the
   * answer calls {@link InFlight#finish}.
   *
   * @throws RuntimeException if the request could not be sent; see {@link #notSent}
   */
  protected abstract void send(Operation operation, F flight);

  /**
   * Sends a request that touches no data instead of the operation; see {@link Session#rehearse}. By
   * default nothing is sent.
   *
   * @throws RuntimeException if the request could not be sent
   */
  protected void sendRehearsal(Operation operation, F flight) {
    flight.finish(Outcome.succeeded(0));
  }

  /** Returns the outcome of an operation for which {@link #send} threw an exception. */
  protected Outcome notSent(RuntimeException failure) {
    return Outcome.failed(failure).withAttempts(0);
  }

  /**
   * Called first when the session is closed. A composed session closes its parts here, because they
   * read the rows of operations in flight.
   */
  protected void closing() {}

  /** Releases the resources of this session. Called once, after all operations have ended. */
  protected void release() {}

  public final boolean isClosed() {
    return closed.get();
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    start(operation, completion, false);
  }

  @Override
  public void rehearse(Operation operation, Completion completion) {
    start(operation, completion, true);
  }

  private void start(Operation operation, Completion completion, boolean rehearses) {
    F flight = closed.get() ? null : begin(operation, completion);
    if (flight == null) {
      completion.complete(CLOSED);
      return;
    }
    flight.enter(inFlight);
    inFlight.add(flight);
    try {
      if (rehearses) {
        sendRehearsal(operation, flight);
      } else {
        send(operation, flight);
      }
    } catch (RuntimeException e) {
      flight.finish(notSent(e));
    }
    if (closed.get()) {
      flight.abandon(); // close() may have run before it was added
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

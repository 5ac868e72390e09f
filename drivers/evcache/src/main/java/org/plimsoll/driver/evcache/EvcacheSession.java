package org.plimsoll.driver.evcache;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.SharedPool;

/** A session that makes one client call at a time. All sessions share the client's connections. */
final class EvcacheSession implements BlockingSession {
  private final SharedPool<ClientPool> pools;
  private final EvcacheOperations operations;
  private final Consumer<EvcacheSession> onClose;
  private volatile SharedPool.@Nullable Generation<ClientPool> entered;
  private volatile boolean closed;

  EvcacheSession(
      SharedPool<ClientPool> pools,
      EvcacheOperations operations,
      Consumer<EvcacheSession> onClose) {
    this.pools = pools;
    this.operations = operations;
    this.onClose = onClose;
  }

  @Override
  public Outcome execute(Operation operation) throws InterruptedException {
    if (closed) {
      return Outcome.failed(Common.CLOSED).withAttempts(0);
    }
    SharedPool.Generation<ClientPool> generation = pools.enter();
    entered = generation;
    try {
      return operations.perform(operation, generation.pool());
    } catch (InterruptedException e) {
      pools.suspect(generation); // The call was abandoned, and may end before close() detects it.
      throw e;
    } catch (Exception e) {
      // The client throws another exception if it is interrupted while it queues a request.
      if (Thread.interrupted()) {
        pools.suspect(generation);
        throw (InterruptedException) new InterruptedException().initCause(e);
      }
      return Failures.outcome(e);
    } finally {
      entered = null;
      generation.leave();
    }
  }

  /**
   * If a call is abandoned, its connection has stalled, and so may have other connections of the
   * pool.
   */
  @Override
  public void close() {
    closed = true;
    SharedPool.Generation<ClientPool> stalled = entered;
    if (stalled != null) {
      pools.suspect(stalled);
    }
    onClose.accept(this);
  }
}

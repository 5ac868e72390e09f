package org.plimsoll.api.kit;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client library's connection pool that all sessions share. If a call was abandoned, other
 * connections of the pool may be stalled as well, which shows only when they are used. So the pool
 * is marked as {@linkplain #suspect suspect}, and the next session that opens {@linkplain
 * #renewIfSuspect replaces} the pool. The old pool is closed when its other calls have ended.
 *
 * @param <P> the library's pool
 */
public final class SharedPool<P> {
  private final Supplier<? extends P> maker;
  private final Consumer<? super P> closer;
  private volatile Generation<P> current;
  private @Nullable Generation<P> suspect;
  private boolean closed;

  /**
   * Creates the first pool.
   *
   * @param closer closes a pool; it may block, since it is called on a separate thread
   */
  public SharedPool(Supplier<? extends P> maker, Consumer<? super P> closer) {
    this.maker = maker;
    this.closer = closer;
    this.current = new Generation<>(maker.get(), closer);
  }

  /** Returns the current pool. */
  public P current() {
    return current.pool;
  }

  /** Starts a call, which ends with {@link Generation#leave}. */
  public Generation<P> enter() {
    Generation<P> entered = current;
    while (!entered.enter()) {
      entered = current;
    }
    return entered;
  }

  /**
   * Marks a pool as suspect after an abandoned call. A pool that was replaced in the meantime is
   * ignored.
   */
  @SuppressWarnings("ReferenceEquality") // only this pool instance is suspect
  public synchronized void suspect(Generation<P> entered) {
    if (entered == current) {
      suspect = entered;
    }
  }

  /** Creates a new pool if a call of the current one was abandoned. */
  public synchronized void renewIfSuspect() {
    Generation<P> old = suspect;
    if (old != null && !closed) {
      current = new Generation<>(maker.get(), closer);
      suspect = null;
      old.retire();
    }
  }

  /**
   * Replaces the pool by a new pool, because the driver connects to other nodes.
   *
   * @param ready the new pool; closed at once if this object is closed
   */
  public synchronized void replace(P ready) {
    if (closed) {
      closer.accept(ready);
      return;
    }
    Generation<P> old = current;
    current = new Generation<>(ready, closer);
    suspect = null;
    old.retire();
  }

  /** Closes the pool, even with calls in flight. */
  public synchronized void close() {
    closed = true;
    closer.accept(current.pool);
  }

  /**
   * One pool, from its creation until it is replaced.
   *
   * @param <P> the library's pool
   */
  public static final class Generation<P> {
    private static final int CLOSED = Integer.MIN_VALUE / 2;

    private final P pool;
    private final Consumer<? super P> closer;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean retired;

    private Generation(P pool, Consumer<? super P> closer) {
      this.pool = pool;
      this.closer = closer;
    }

    public P pool() {
      return pool;
    }

    /** Starts a call; returns false if the pool was replaced and closed. */
    private boolean enter() {
      return calls.incrementAndGet() > 0;
    }

    /** Ends a call. */
    public void leave() {
      if (calls.decrementAndGet() == 0 && retired) {
        closeIfIdle();
      }
    }

    private void retire() {
      retired = true;
      closeIfIdle();
    }

    private void closeIfIdle() {
      if (calls.compareAndSet(0, CLOSED)) {
        // Closing waits for I/O threads, and this may be one of them.
        Thread.ofVirtual().name("pool-close").start(() -> closer.accept(pool));
      }
    }
  }
}

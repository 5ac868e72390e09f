package org.plimsoll.api.kit;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client library's pool of connections that all sessions share. When a call was given up, other
 * connections of the pool may hang as well, and nothing tells until they are used: the pool is
 * {@linkplain #suspect suspected}, the next session that is opened {@linkplain #renewIfSuspect
 * replaces} it as a whole, and it is closed once its other calls have ended.
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
   * A pool that is made now.
   *
   * @param closer closes a pool; it may wait, as it is called on a thread of its own
   */
  public SharedPool(Supplier<? extends P> maker, Consumer<? super P> closer) {
    this.maker = maker;
    this.closer = closer;
    this.current = new Generation<>(maker.get(), closer);
  }

  /** The pool that is used now. */
  public P current() {
    return current.pool;
  }

  /** Starts a call; its end is told by {@link Generation#leave}. */
  public Generation<P> enter() {
    Generation<P> entered = current;
    while (!entered.enter()) {
      entered = current;
    }
    return entered;
  }

  /** Says that a call was given up. A pool that was replaced meanwhile is ignored. */
  @SuppressWarnings("ReferenceEquality") // it is this very pool
  public synchronized void suspect(Generation<P> entered) {
    if (entered == current) {
      suspect = entered;
    }
  }

  /** Makes a new pool, if a call of the present one was given up. */
  public synchronized void renewIfSuspect() {
    Generation<P> old = suspect;
    if (old != null && !closed) {
      current = new Generation<>(maker.get(), closer);
      suspect = null;
      old.retire();
    }
  }

  /** Closes the pool, whatever is in flight. */
  public synchronized void close() {
    closed = true;
    closer.accept(current.pool);
  }

  /**
   * A pool from the time it was made until it is replaced.
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

    /** False where it is closed: then there is a newer one. */
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
        // Closing waits for I/O threads, of which this one may be.
        Thread.ofVirtual().name("pool-close").start(() -> closer.accept(pool));
      }
    }
  }
}

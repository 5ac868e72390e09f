package org.plimsoll.engine.measure;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Assigns small numbers to threads, so that each platform thread has its own recorders. The first
 * {@link #EXCLUSIVE} platform threads of the process get exclusive numbers. Later ones and virtual
 * threads share {@link #SHARED} stripes.
 */
final class ThreadIndex {
  static final int EXCLUSIVE = 64;
  static final int SHARED = 8;
  static final int COUNT = EXCLUSIVE + SHARED;

  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final ThreadLocal<Integer> OWN = ThreadLocal.withInitial(NEXT::getAndIncrement);

  private ThreadIndex() {}

  /**
   * Returns the current thread's index, which is below {@link #EXCLUSIVE} only if no other thread
   * has it.
   */
  static int current() {
    Thread thread = Thread.currentThread();
    if (!thread.isVirtual()) {
      int own = OWN.get();
      if (own < EXCLUSIVE) {
        return own;
      }
    }
    return EXCLUSIVE + (int) (thread.threadId() & (SHARED - 1));
  }
}

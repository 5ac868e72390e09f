package org.plimsoll.engine.load;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bound on operations in flight. An open load has one for all lanes. A paced load has one per
 * lane, of the size of the lane's workers.
 */
final class Room {
  private final AtomicInteger taken = new AtomicInteger();

  /** Takes a place; false if {@code size} places are taken. */
  boolean take(int size) {
    int seen;
    do {
      seen = taken.get();
      if (seen >= size) {
        return false;
      }
    } while (!taken.compareAndSet(seen, seen + 1));
    return true;
  }

  void leave() {
    taken.decrementAndGet();
  }

  int taken() {
    return taken.get();
  }

  boolean isFull(int size) {
    return taken.get() >= size;
  }
}

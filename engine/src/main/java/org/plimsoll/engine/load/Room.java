package org.plimsoll.engine.load;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the operations in flight of one bound: of all lanes of an open load, or of one lane's
 * workers in a paced load.
 */
final class Room {
  private final AtomicInteger taken = new AtomicInteger();

  /** Takes a place unless {@code size} operations have one. */
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

  boolean isFull(int size) {
    return taken.get() >= size;
  }
}

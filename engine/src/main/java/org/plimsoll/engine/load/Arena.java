package org.plimsoll.engine.load;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A pool of a fixed number of slots for an open load. */
final class Arena {
  private final Supplier<Slot> maker;
  private final AtomicReferenceArray<@Nullable Slot> slots;
  private final int[] free;
  private int freeCount;
  private volatile int highWater;

  Arena(int capacity, Supplier<Slot> maker) {
    this.maker = maker;
    this.slots = new AtomicReferenceArray<>(capacity);
    this.free = new int[capacity];
  }

  int capacity() {
    return free.length;
  }

  /** An idle slot; null if all are taken. */
  @Nullable Slot take() {
    int index;
    synchronized (this) {
      if (freeCount > 0) {
        index = free[--freeCount];
      } else if (highWater < free.length) {
        index = highWater++;
      } else {
        return null;
      }
    }
    Slot slot = slots.getPlain(index);
    if (slot == null) {
      slot = maker.get();
      slot.index = index;
      slots.setRelease(index, slot);
    }
    return slot;
  }

  synchronized void giveBack(Slot slot) {
    free[freeCount++] = slot.index;
  }

  /**
   * Removes a slot and frees its place. The slot is not reused, since the driver may still hold its
   * buffers.
   */
  void replace(Slot slot) {
    slots.setRelease(slot.index, null);
    giveBack(slot);
  }

  /** Calls the visitor with each slot, including idle ones. */
  void forEach(Consumer<Slot> visitor) {
    int end = highWater;
    for (int i = 0; i < end; i++) {
      Slot slot = slots.getAcquire(i);
      if (slot != null) {
        visitor.accept(slot);
      }
    }
  }
}

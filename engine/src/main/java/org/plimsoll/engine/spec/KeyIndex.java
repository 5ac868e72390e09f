package org.plimsoll.engine.spec;

import java.util.Arrays;

/**
 * Numbers distinct names in the order of their first occurrence. It is a hash table with open
 * addressing, without an object per entry.
 */
final class KeyIndex {
  private byte[][] names = new byte[16][];
  private int keys;

  /** Each slot holds a key's number + 1, or 0 if it is free. At most half of the slots are used. */
  private int[] slots = new int[32];

  /** Returns the number of a name, and assigns the next number to a new name. */
  int add(byte[] name) {
    int slot = slotOf(name);
    if (slots[slot] == 0) {
      if (keys == names.length) {
        grow();
        slot = slotOf(name);
      }
      names[keys] = name;
      slots[slot] = ++keys;
    }
    return slots[slot] - 1;
  }

  /** Returns the names by number. */
  byte[][] names() {
    return Arrays.copyOf(names, keys);
  }

  private int slotOf(byte[] name) {
    int slot = Arrays.hashCode(name) * 0x9e3779b1 & slots.length - 1;
    while (slots[slot] != 0 && !Arrays.equals(name, names[slots[slot] - 1])) {
      slot = slot + 1 & slots.length - 1;
    }
    return slot;
  }

  private void grow() {
    names = Arrays.copyOf(names, 2 * keys);
    slots = new int[4 * keys];
    for (int key = 0; key < keys; key++) {
      slots[slotOf(names[key])] = key + 1;
    }
  }
}

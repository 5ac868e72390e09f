package org.plimsoll.driver.voldemort;

import java.util.ArrayList;
import java.util.List;

/** A value with its version. The value is empty where only versions were asked for. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Versioned(VectorClock clock, byte[] value) {

  /** The versions that no other one follows: one, or several that are concurrent (siblings). */
  static List<Versioned> newest(List<Versioned> all) {
    if (all.size() < 2) {
      return all;
    }
    List<Versioned> newest = new ArrayList<>(all.size());
    for (Versioned each : all) {
      boolean covered = false;
      for (Versioned known : newest) {
        VectorClock.Order order = each.clock.compare(known.clock);
        covered |= order == VectorClock.Order.BEFORE || order == VectorClock.Order.EQUAL;
      }
      if (!covered) {
        newest.removeIf(known -> known.clock.compare(each.clock) == VectorClock.Order.BEFORE);
        newest.add(each);
      }
    }
    return newest;
  }

  /** The version with the latest time, which Voldemort's client chooses among siblings. */
  static Versioned latest(List<Versioned> versions) {
    Versioned latest = versions.getFirst();
    for (Versioned each : versions) {
      if (each.clock.timeMillis() > latest.clock.timeMillis()) {
        latest = each;
      }
    }
    return latest;
  }

  /** The clock that is not before any of these versions; the empty clock if there are none. */
  static VectorClock merged(List<Versioned> versions) {
    VectorClock merged = VectorClock.EMPTY;
    for (Versioned each : versions) {
      merged = merged.merged(each.clock);
    }
    return merged;
  }
}

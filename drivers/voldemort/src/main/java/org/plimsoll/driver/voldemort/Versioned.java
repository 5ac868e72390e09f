package org.plimsoll.driver.voldemort;

import java.util.ArrayList;
import java.util.List;

/** A value with its version. The value is empty if only versions were requested. */
@SuppressWarnings("ArrayRecordComponent") // Instances are never compared.
record Versioned(VectorClock clock, byte[] value) {

  /**
   * Returns the versions that no other version supersedes: one, or several that are concurrent
   * (siblings).
   */
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

  /** Returns the version with the latest time. Voldemort's client uses this rule for siblings. */
  static Versioned latest(List<Versioned> versions) {
    Versioned latest = versions.getFirst();
    for (Versioned each : versions) {
      if (each.clock.timeMillis() > latest.clock.timeMillis()) {
        latest = each;
      }
    }
    return latest;
  }

  /** Returns the merged clock of the versions, or the empty clock if there are none. */
  static VectorClock merged(List<Versioned> versions) {
    VectorClock merged = VectorClock.EMPTY;
    for (Versioned each : versions) {
      merged = merged.merged(each.clock);
    }
    return merged;
  }
}

package org.plimsoll.fleet.control;

import java.util.Optional;

/**
 * Seconds of a generator that was cut off for longer than memory allows, on disk. A second that the
 * store could not keep is replaced by an empty one, so that the numbers have no gap.
 */
public interface SecondsStore {
  /** Keeps a second. */
  void put(String run, long number, long second, byte[] data);

  /** Returns a second. */
  Optional<Stored> get(String run, long number);

  /** Forgets all seconds of the run up to a number. */
  void forget(String run, long upToNumber);

  /** One kept second. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Stored(long number, long second, byte[] data) {}
}

package org.plimsoll.fleet.control;

import java.util.Optional;

/**
 * Stores one-second results on disk while a generator is disconnected. A result that could not be
 * stored is replaced by an empty one, so that there is no gap in the numbers.
 */
public interface SecondsStore {
  /** Stores a one-second result. */
  void put(String run, long number, long second, byte[] data);

  /** Returns a one-second result; empty if it is not stored. */
  Optional<Stored> get(String run, long number);

  /** Deletes the results of a run up to a number. */
  void forget(String run, long upToNumber);

  /** A stored one-second result. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Stored(long number, long second, byte[] data) {}
}

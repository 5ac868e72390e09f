package org.plimsoll.fleet.control;

import java.util.List;

/** Merges the seconds of several generators into one. Must not depend on their order. */
@FunctionalInterface
public interface Merger {
  /** Merges seconds of one run; at least one. */
  byte[] merge(String run, List<Part> parts);

  /** One second of one generator. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Part(int generator, long number, long second, byte[] data) {}
}

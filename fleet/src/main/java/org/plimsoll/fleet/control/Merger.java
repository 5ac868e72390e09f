package org.plimsoll.fleet.control;

import java.util.List;

/**
 * Merges the one-second results of several generators into one. The result must not depend on their
 * order. The merger may add up the parts, except repeated ones: a node must be able to ignore each
 * part that it already has.
 */
@FunctionalInterface
public interface Merger {
  /** Merges the parts of one second of a run. */
  byte[] merge(String run, List<Part> parts);

  /**
   * A one-second result of one generator.
   *
   * @param again whether a previous coordinator may have merged the result for some of the nodes
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Part(int generator, long number, long second, byte[] data, boolean again) {}
}

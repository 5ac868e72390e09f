package org.plimsoll.fleet.control;

import java.util.List;

/**
 * Merges the seconds of several generators into one. Must not depend on their order. Each node
 * takes an item whole, so parts may be added up, except for those that come again: a node that has
 * them already must be able to ignore each of them.
 */
@FunctionalInterface
public interface Merger {
  /** Merges seconds of one run; at least one. */
  byte[] merge(String run, List<Part> parts);

  /**
   * One second of one generator.
   *
   * @param again whether a former coordinator may have merged it before, for some of the nodes
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Part(int generator, long number, long second, byte[] data, boolean again) {}
}

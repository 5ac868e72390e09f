package org.plimsoll.fleet.control;

import java.util.List;

/**
 * One merged second on its way to the mirrors.
 *
 * @param number from 1, without a gap
 * @param term of the coordinator that merged it
 * @param second of the run
 * @param covers the generators' seconds that are in it; additions to earlier seconds among them
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record StreamItem(long number, Term term, long second, List<Covered> covers, byte[] merged) {
  /** Copies the list. */
  public StreamItem {
    covers = List.copyOf(covers);
  }

  /** One second of one generator, by its number. */
  public record Covered(int generator, long number) {}
}

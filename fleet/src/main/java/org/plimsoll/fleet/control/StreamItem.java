package org.plimsoll.fleet.control;

import java.util.Collection;
import java.util.List;

/**
 * One merged one-second result for the mirrors.
 *
 * @param number number from 1 on, without gaps
 * @param term term of the coordinator that merged the item
 * @param second second of the run
 * @param covers the generators' results in this item, including additions to earlier seconds
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record StreamItem(long number, Term term, long second, List<Covered> covers, byte[] merged) {
  /** Maximum number of items in one message. */
  static final int PAGE = 8;

  /** Copies the list. */
  public StreamItem {
    covers = List.copyOf(covers);
  }

  /** Returns the first items that fit into one message; at least one if there are any. */
  static List<StreamItem> page(Collection<StreamItem> items) {
    return Page.of(items, PAGE, item -> item.merged.length);
  }

  /** Returns this item without its bytes. */
  StreamItem slim() {
    return new StreamItem(number, term, second, covers, new byte[0]);
  }

  boolean isSlim() {
    return merged.length == 0;
  }

  /** A generator's one-second result, identified by its number. */
  public record Covered(int generator, long number) {}
}

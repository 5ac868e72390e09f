package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;

/** The first items of a list that fit into one message of bounded size. */
final class Page {
  /** Bytes of the items of one message, beyond which no more are added. */
  static final int BYTES_MAX = 1 << 20;

  private Page() {}

  /**
   * The first of some items that fit in a message; one at least, if there are any.
   *
   * @param most the largest number of items
   * @param bytes the size of an item
   */
  static <T> List<T> of(Collection<T> items, int most, ToLongFunction<? super T> bytes) {
    List<T> page = new ArrayList<>();
    long sum = 0;
    for (T item : items) {
      sum += bytes.applyAsLong(item);
      if (page.size() == most || (!page.isEmpty() && sum > BYTES_MAX)) {
        break;
      }
      page.add(item);
    }
    return page;
  }
}

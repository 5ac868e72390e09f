package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;

/** The first items of a list that fit into one message of bounded size. */
final class Page {
  /** Maximum size of the items in one message; only the last item may exceed it. */
  static final int BYTES_MAX = 1 << 20;

  private Page() {}

  /**
   * Returns the first items that fit into one message; at least one if there are any.
   *
   * @param most maximum number of items
   * @param bytes returns the size of an item
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

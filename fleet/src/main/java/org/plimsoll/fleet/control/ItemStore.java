package org.plimsoll.fleet.control;

import java.util.Optional;

/**
 * Stores merged one-second results on this node's disk, for nodes that join later. Drops the oldest
 * results above a size limit.
 */
public interface ItemStore {
  /** Stores an item. Replaces items with the same or a higher number. */
  void put(String run, StreamItem item);

  /** Returns an item. */
  Optional<StreamItem> get(String run, long number);

  /** Returns the item without its bytes if the store has them, to save memory. */
  default StreamItem slim(String run, StreamItem item) {
    return item.isSlim() || same(run, item).isEmpty() ? item : item.slim();
  }

  /** Returns the item with its stored bytes; without bytes if they are lost. */
  default StreamItem whole(String run, StreamItem item) {
    return item.isSlim() ? same(run, item).orElse(item) : item;
  }

  private Optional<StreamItem> same(String run, StreamItem item) {
    return get(run, item.number()).filter(each -> each.term().equals(item.term()));
  }

  /** Returns the number of the oldest stored item; {@link Long#MAX_VALUE} if there is none. */
  long oldest(String run);

  /** Deletes all items of a run. */
  void forget(String run);
}

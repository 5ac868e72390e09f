package org.plimsoll.fleet.control;

import java.util.Optional;

/**
 * Stores merged one-second results on this node's disk, for nodes that join later. It drops the
 * oldest results when a size limit is exceeded.
 */
public interface ItemStore {
  /** Stores an item. It replaces all items from this number on. */
  void put(String run, StreamItem item);

  /** Returns an item. */
  Optional<StreamItem> get(String run, long number);

  /** Returns the item without its bytes, to save memory, if the store contains them. */
  default StreamItem slim(String run, StreamItem item) {
    return item.isSlim() || same(run, item).isEmpty() ? item : item.slim();
  }

  /** Returns the item with its stored bytes; without bytes if they were lost. */
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

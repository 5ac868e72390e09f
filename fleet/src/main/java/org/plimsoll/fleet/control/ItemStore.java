package org.plimsoll.fleet.control;

import java.util.Optional;

/**
 * The merged seconds of runs that this node has taken, on its disk: for nodes that join later, and
 * lack them. The oldest are dropped when they exceed the store's bound.
 */
public interface ItemStore {
  /** Keeps an item, and forgets those with this number or a higher one. */
  void put(String run, StreamItem item);

  /** Returns an item. */
  Optional<StreamItem> get(String run, long number);

  /** An item without its bytes if they are here, so that they need no memory. */
  default StreamItem slim(String run, StreamItem item) {
    return item.isSlim() || same(run, item).isEmpty() ? item : item.slim();
  }

  /** An item with the bytes that are here; without them if they are lost. */
  default StreamItem whole(String run, StreamItem item) {
    return item.isSlim() ? same(run, item).orElse(item) : item;
  }

  private Optional<StreamItem> same(String run, StreamItem item) {
    return get(run, item.number()).filter(each -> each.term().equals(item.term()));
  }

  /** Number of the oldest item that is kept; {@link Long#MAX_VALUE} if there is none. */
  long oldest(String run);

  /** Forgets all items of a run. */
  void forget(String run);
}

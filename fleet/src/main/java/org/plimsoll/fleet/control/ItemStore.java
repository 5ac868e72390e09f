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

  /** Number of the oldest item that is kept; {@link Long#MAX_VALUE} if there is none. */
  long oldest(String run);

  /** Forgets all items of a run. */
  void forget(String run);
}

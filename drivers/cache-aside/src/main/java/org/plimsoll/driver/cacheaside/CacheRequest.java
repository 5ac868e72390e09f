package org.plimsoll.driver.cacheaside;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Row;

/** A request to the cache on behalf of an operation. It is valid as long as that operation. */
record CacheRequest(Operation cause, OperationType type, @Nullable Row row) implements Operation {
  static CacheRequest put(Operation cause, Row row) {
    return new CacheRequest(cause, OperationType.UPDATE, row);
  }

  static CacheRequest delete(Operation cause) {
    return new CacheRequest(cause, OperationType.DELETE, null);
  }

  @Override
  public int size() {
    return 1;
  }

  @Override
  public Key key(int index) {
    return cause.key(index);
  }

  @Override
  public Row row(int index) {
    if (row == null) {
      throw new IllegalStateException(type.name() + " has no row");
    }
    return row;
  }

  @Override
  public int scanLength() {
    return 0;
  }

  @Override
  public long deadlineNanos() {
    return cause.deadlineNanos();
  }

  @Override
  public long index() {
    return cause.index();
  }
}

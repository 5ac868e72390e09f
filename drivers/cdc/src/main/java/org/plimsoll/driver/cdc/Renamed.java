package org.plimsoll.driver.cdc;

import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Row;

/** An operation with the type that a part supports instead of the original type. */
record Renamed(Operation operation, OperationType type) implements Operation {
  @Override
  public int size() {
    return operation.size();
  }

  @Override
  public Key key(int index) {
    return operation.key(index);
  }

  @Override
  public Row row(int index) {
    return operation.row(index);
  }

  @Override
  public int scanLength() {
    return operation.scanLength();
  }

  @Override
  public long deadlineNanos() {
    return operation.deadlineNanos();
  }

  @Override
  public long index() {
    return operation.index();
  }

  @Override
  public Place place() {
    return operation.place();
  }
}

package org.plimsoll.driver.etcd;

import java.util.List;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.RowFrame;

/** The outcome of a read of several rows. */
final class Rows {
  private Rows() {}

  /** A row that was found, at an index of the operation's keys or of the result. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Item(int index, byte[] value) {}

  static Outcome outcome(RowFrame frame, List<Item> items) {
    long bytes = 0;
    for (Item item : items) {
      long its = frame.payloadBytes(item.value(), item.value().length);
      if (its < 0) {
        return Outcome.failed(Common.WRONG_TYPE, "a value is not a row of several fields");
      }
      bytes += its;
    }
    return Outcome.succeeded(items.size(), bytes)
        .withRows(visitor -> {
          for (Item item : items) {
            var _ = frame.visit(item.index(), item.value(), item.value().length, visitor);
          }
        });
  }
}

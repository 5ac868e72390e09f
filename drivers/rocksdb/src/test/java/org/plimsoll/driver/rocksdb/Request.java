package org.plimsoll.driver.rocksdb;

import java.nio.charset.StandardCharsets;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Row;

/** An operation on consecutive keys, with rows of one or more fields of the same value. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Request(OperationType type, long firstKey, int size, int scanLength, String... values)
    implements Operation {
  @Override
  public long deadlineNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public Key key(int index) {
    long number = firstKey + index;
    return new Key() {
      @Override
      public long number() {
        return number;
      }

      @Override
      public byte[] bytes() {
        return text().getBytes(StandardCharsets.UTF_8);
      }

      @Override
      public String text() {
        return "user" + number;
      }
    };
  }

  @Override
  public Row row(int index) {
    byte[] bytes = ("#" + String.join("", values)).getBytes(StandardCharsets.UTF_8);
    return new Row() {
      @Override
      public int fieldCount() {
        return values.length;
      }

      @Override
      public String fieldName(int field) {
        return "field" + field;
      }

      @Override
      public byte[] buffer() {
        return bytes;
      }

      @Override
      public int offset(int field) {
        int at = 1;
        for (int i = 0; i < field; i++) {
          at += values[i].length();
        }
        return at;
      }

      @Override
      public int length(int field) {
        return values[field].length();
      }
    };
  }
}

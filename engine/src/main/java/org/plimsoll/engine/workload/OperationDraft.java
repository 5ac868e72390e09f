package org.plimsoll.engine.workload;

import java.util.Arrays;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.custom.CustomWorkload;
import org.plimsoll.engine.spec.CustomClassException;

/** The operation that a user's workload describes, with checks. Reused. */
final class OperationDraft implements CustomWorkload.Draft {
  /** The number for a value that the workload did not set. */
  static final int OPEN = -1;

  private static final int MAX_ROW_BYTES = 1 << 30;

  private String name = "";
  private OperationType type = OperationType.READ;
  private boolean insert;
  private int mostItems;
  private long keys;
  private int mostFields;
  private long[] positions = {};
  private int items;
  private int fields;
  private int valueBytes;
  private int scanLength;

  /** Clears the draft for the next operation. */
  void start(String newName, OperationMix.Part part, long newKeys, int newMostFields) {
    name = newName;
    type = part.type();
    insert = part.insert();
    mostItems = part.size();
    keys = newKeys;
    mostFields = newMostFields;
    items = mostItems;
    fields = OPEN;
    valueBytes = OPEN;
    scanLength = OPEN;
    if (positions.length < items) {
      positions = new long[items];
    }
    Arrays.fill(positions, 0, items, OPEN);
  }

  @Override
  public OperationType type() {
    return type;
  }

  @Override
  public void key(int item, long position) {
    if (insert) {
      throw wrong("set the key of an insert, which takes a new key");
    }
    if (item < 0 || item >= items) {
      throw wrong("set the key of item " + item + " of " + items);
    }
    if (position < 0 || position >= keys) {
      throw wrong("asked for key " + position + ", allowed are positions from 0 to below " + keys);
    }
    positions[item] = position;
  }

  @Override
  public void items(int count) {
    if (count < 1 || count > mostItems) {
      throw wrong("asked for " + count + " items, which must be from 1 to " + mostItems);
    }
    items = count;
  }

  @Override
  public void fields(int count) {
    if (count < 1 || count > mostFields) {
      throw wrong("asked for " + count + " fields, which must be from 1 to " + mostFields);
    }
    fields = count;
  }

  @Override
  public void valueBytes(int bytes) {
    if (bytes < 0 || (long) bytes * mostFields > MAX_ROW_BYTES) {
      throw wrong("asked for fields of " + bytes + " bytes; a row has at most 1GiB");
    }
    valueBytes = bytes;
  }

  @Override
  public void scanLength(int rows) {
    if (rows < 1) {
      throw wrong("asked for a scan of " + rows + " rows, which must be at least 1");
    }
    scanLength = rows;
  }

  private CustomClassException wrong(String did) {
    return new CustomClassException(name, did);
  }

  /** Returns the position of an item's key, or {@link #OPEN}. */
  long position(int item) {
    return positions[item];
  }

  int items() {
    return items;
  }

  /** Returns the number of fields of a row, or {@link #OPEN}. */
  int fields() {
    return fields;
  }

  int valueBytes() {
    return valueBytes;
  }

  int scanLength() {
    return scanLength;
  }
}

package org.plimsoll.driver.cacheaside;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;

/** A copy of a row, taken from the outcome of a read while the row is valid. */
final class CopiedRow implements Row {
  private static final int FIRST_BYTES = 1024;

  private final List<String> names = new ArrayList<>();
  private int[] ends = new int[4];
  private byte[] bytes = new byte[FIRST_BYTES];

  private CopiedRow() {}

  static CopiedRow of(Outcome.ReadRows rows) {
    CopiedRow row = new CopiedRow();
    rows.forEachField((_, name, bytes, offset, length) -> row.add(name, bytes, offset, length));
    return row;
  }

  private void add(String name, byte[] from, int offset, int length) {
    int field = names.size();
    int start = offset(field);
    if (field == ends.length) {
      ends = Arrays.copyOf(ends, 2 * field);
    }
    if (start + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(start + length, 2 * bytes.length));
    }
    System.arraycopy(from, offset, bytes, start, length);
    ends[field] = start + length;
    names.add(name);
  }

  /** Passes each field to a visitor, as the outcome of the read did. */
  void forEachField(Outcome.FieldVisitor visitor) {
    for (int i = 0; i < names.size(); i++) {
      visitor.field(0, names.get(i), bytes, offset(i), length(i));
    }
  }

  @Override
  public int fieldCount() {
    return names.size();
  }

  @Override
  public String fieldName(int index) {
    return names.get(index);
  }

  @Override
  public byte[] buffer() {
    return bytes;
  }

  @Override
  public int offset(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  @Override
  public int length(int index) {
    return ends[index] - offset(index);
  }
}

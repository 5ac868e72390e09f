package org.plimsoll.driver.memcached;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.plimsoll.api.Outcome.FieldVisitor;
import org.plimsoll.api.Row;

/**
 * Rows as values. The value of a row of one field is that field; of several it is, for each, the
 * length of its name and the name, the length of its value and the value, with lengths of four
 * bytes, most significant first.
 */
final class RowCodec {
  private final boolean plain;

  RowCodec(List<String> fieldNames) {
    plain = fieldNames.size() == 1;
  }

  byte[] encode(Row row) {
    if (plain) {
      return row.copy(0);
    }
    byte[][] names = new byte[row.fieldCount()][];
    int bytes = 0;
    for (int i = 0; i < names.length; i++) {
      names[i] = row.fieldName(i).getBytes(StandardCharsets.UTF_8);
      bytes = Math.addExact(bytes, 2 * Integer.BYTES + names[i].length + row.length(i));
    }
    ByteBuffer value = ByteBuffer.allocate(bytes);
    for (int i = 0; i < names.length; i++) {
      value.putInt(names[i].length).put(names[i]);
      value.putInt(row.length(i)).put(row.buffer(), row.offset(i), row.length(i));
    }
    return value.array();
  }

  /** Bytes of the fields of a value, without what the form adds; -1 where it is no row. */
  long payloadBytes(byte[] value) {
    if (plain) {
      return value.length;
    }
    long[] bytes = {0};
    return lend(0, value, (_, _, _, _, length) -> bytes[0] += length) ? bytes[0] : -1;
  }

  /** Lends the fields; false where the value is somebody else's and breaks off. */
  boolean lend(int item, byte[] value, FieldVisitor visitor) {
    if (plain) {
      visitor.field(item, "", value, 0, value.length);
      return true;
    }
    ByteBuffer rest = ByteBuffer.wrap(value);
    try {
      while (rest.hasRemaining()) {
        int nameLength = rest.getInt();
        int nameOffset = rest.position();
        rest.position(Math.addExact(nameOffset, nameLength));
        int length = rest.getInt();
        int offset = rest.position();
        rest.position(Math.addExact(offset, length));
        String name = new String(value, nameOffset, nameLength, StandardCharsets.UTF_8);
        visitor.field(item, name, value, offset, length);
      }
      return true;
    } catch (BufferUnderflowException | IllegalArgumentException | ArithmeticException e) {
      return false;
    }
  }
}

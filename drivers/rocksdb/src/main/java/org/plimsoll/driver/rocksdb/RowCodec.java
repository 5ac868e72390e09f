package org.plimsoll.driver.rocksdb;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.plimsoll.api.Outcome.FieldVisitor;
import org.plimsoll.api.Row;

/**
 * How a row is one value. A row of a single field is that field's value and nothing else. One of
 * several fields is, for each of them, the length of its name, the name in UTF-8, the length of its
 * value and the value; lengths are variable-length integers, 7 bits a byte, lowest first.
 */
final class RowCodec {
  private final boolean named;
  private final String[] names;
  private final byte[][] nameBytes;

  RowCodec(List<String> fieldNames) {
    named = fieldNames.size() > 1;
    names = fieldNames.toArray(String[]::new);
    nameBytes =
        fieldNames.stream()
            .map(name -> name.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
  }

  boolean isNamed() {
    return named;
  }

  /** An upper bound of the encoded size. */
  int maximumBytes(Row row) {
    long bytes = row.totalBytes();
    for (int i = 0; i < row.fieldCount(); i++) {
      bytes += 10 + nameBytes[i].length;
    }
    return Math.toIntExact(bytes);
  }

  /** Writes the row to the beginning of an array; returns the bytes written. */
  int encode(Row row, byte[] to) {
    int at = 0;
    for (int i = 0; i < row.fieldCount(); i++) {
      at = putLength(to, at, nameBytes[i].length);
      System.arraycopy(nameBytes[i], 0, to, at, nameBytes[i].length);
      at = putLength(to, at + nameBytes[i].length, row.length(i));
      System.arraycopy(row.buffer(), row.offset(i), to, at, row.length(i));
      at += row.length(i);
    }
    return at;
  }

  /** Shows the fields of a value. */
  void visit(int item, byte[] value, int length, FieldVisitor visitor) {
    if (!named) {
      visitor.field(item, "", value, 0, length);
      return;
    }
    int at = 0;
    for (int i = 0; at < length; i++) {
      int nameLength = length(value, at);
      at += lengthBytes(nameLength);
      String name = name(i, value, at, nameLength);
      at += nameLength;
      int fieldLength = length(value, at);
      at += lengthBytes(fieldLength);
      visitor.field(item, name, value, at, fieldLength);
      at += fieldLength;
    }
  }

  /** The bytes of the values alone. */
  long payloadBytes(byte[] value, int length) {
    long bytes = 0;
    for (int at = 0; at < length; ) {
      int nameLength = length(value, at);
      at += lengthBytes(nameLength) + nameLength;
      int fieldLength = length(value, at);
      at += lengthBytes(fieldLength) + fieldLength;
      bytes += fieldLength;
    }
    return bytes;
  }

  private String name(int index, byte[] value, int offset, int length) {
    if (index < names.length
        && Arrays.equals(
            nameBytes[index], 0, nameBytes[index].length, value, offset, offset + length)) {
      return names[index];
    }
    return new String(value, offset, length, StandardCharsets.UTF_8);
  }

  private static int putLength(byte[] to, int offset, int length) {
    int at = offset;
    int rest = length;
    while (rest >= 128) {
      to[at++] = (byte) (rest | 128);
      rest >>>= 7;
    }
    to[at++] = (byte) rest;
    return at;
  }

  private static int length(byte[] from, int offset) {
    int length = 0;
    int shift = 0;
    int at = offset;
    while (from[at] < 0) {
      length |= (from[at++] & 127) << shift;
      shift += 7;
    }
    return length | from[at] << shift;
  }

  private static int lengthBytes(int length) {
    return length == 0 ? 1 : (38 - Integer.numberOfLeadingZeros(length)) / 7;
  }
}

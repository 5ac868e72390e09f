package org.plimsoll.api.kit;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.FieldVisitor;
import org.plimsoll.api.Row;

/**
 * Encodes rows for stores that keep one value under a key. The value of a row with one field is
 * that field. The value of a row with several fields contains, for each field, the length of its
 * name, the name in UTF-8, the length of the field, and the field. Lengths are variable-length
 * integers with 7 bits per byte, lowest bits first, as in protocol buffers.
 */
public final class RowFrame {
  private static final String WRONG_TYPE =
      "the value is not a row of several fields; was it written with other fields?";

  private final boolean named;
  private final String[] names;
  private final byte[][] nameBytes;

  /** Creates the encoding of rows with these fields. */
  public RowFrame(List<String> fieldNames) {
    named = fieldNames.size() > 1;
    names = fieldNames.toArray(String[]::new);
    nameBytes =
        fieldNames.stream()
            .map(name -> name.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
  }

  /** Returns whether values contain field names, because rows have several fields. */
  public boolean isNamed() {
    return named;
  }

  /** Returns the length of a row's value in bytes. */
  public int length(Row row) {
    if (!named) {
      return row.length(0);
    }
    int bytes = 0;
    for (int i = 0; i < row.fieldCount(); i++) {
      int nameLength = nameBytes(row, i).length;
      bytes += lengthBytes(nameLength) + nameLength + lengthBytes(row.length(i));
      bytes = Math.addExact(bytes, row.length(i));
    }
    return bytes;
  }

  /** Writes the row's value to the start of an array of sufficient size; returns its length. */
  public int encode(Row row, byte[] to) {
    if (!named) {
      System.arraycopy(row.buffer(), row.offset(0), to, 0, row.length(0));
      return row.length(0);
    }
    int at = 0;
    for (int i = 0; i < row.fieldCount(); i++) {
      byte[] name = nameBytes(row, i);
      at = putLength(to, at, name.length);
      System.arraycopy(name, 0, to, at, name.length);
      at = putLength(to, at + name.length, row.length(i));
      System.arraycopy(row.buffer(), row.offset(i), to, at, row.length(i));
      at += row.length(i);
    }
    return at;
  }

  /** Returns the row's value in a new array. */
  public byte[] encode(Row row) {
    byte[] value = new byte[length(row)];
    var _ = encode(row, value);
    return value;
  }

  /**
   * Passes each field of a value to a visitor. The field of a row with one field has the name
   * {@code ""}.
   *
   * @return false if the value does not have this encoding
   */
  public boolean visit(int item, byte[] value, int length, FieldVisitor visitor) {
    if (!named) {
      visitor.field(item, "", value, 0, length);
      return true;
    }
    int at = 0;
    for (int i = 0; at < length; i++) {
      int nameLength = lengthAt(value, at, length);
      int nameAt = at + lengthBytes(nameLength);
      if (nameLength < 0 || nameLength > length - nameAt) {
        return false;
      }
      at = nameAt + nameLength;
      int fieldLength = lengthAt(value, at, length);
      int fieldAt = at + lengthBytes(fieldLength);
      if (fieldLength < 0 || fieldLength > length - fieldAt) {
        return false;
      }
      visitor.field(item, name(i, value, nameAt, nameLength), value, fieldAt, fieldLength);
      at = fieldAt + fieldLength;
    }
    return true;
  }

  /**
   * Returns the outcome of a read that found a value: its rows, or {@code wrong-type} if the value
   * does not have this encoding.
   *
   * @param value must not change until the completion returns
   */
  public Outcome found(byte[] value, int length) {
    long bytes = payloadBytes(value, length);
    return bytes < 0
        ? Outcome.failed(FailureCode.Common.WRONG_TYPE, WRONG_TYPE)
        : Outcome.succeeded(bytes).withRows(visitor -> visit(0, value, length, visitor));
  }

  /**
   * Returns the outcome of a scan, or of a read of several keys. It is {@code wrong-type} if a
   * value does not have this encoding, and {@code not-found} if there is no value.
   *
   * @param values the rows of a scan in their order, or one value for each key of the operation,
   *     with null for a missing row; must not change until the completion returns
   */
  public Outcome foundAll(List<? extends byte @Nullable []> values) {
    int items = 0;
    long bytes = 0;
    for (byte[] value : values) {
      if (value != null) {
        long its = payloadBytes(value, value.length);
        if (its < 0) {
          return Outcome.failed(FailureCode.Common.WRONG_TYPE, WRONG_TYPE);
        }
        items++;
        bytes += its;
      }
    }
    return items == 0
        ? Outcome.notFound()
        : Outcome.succeeded(items, bytes).withRows(visitor -> visitAll(values, visitor));
  }

  private void visitAll(List<? extends byte @Nullable []> values, FieldVisitor visitor) {
    for (int i = 0; i < values.size(); i++) {
      byte[] value = values.get(i);
      if (value != null) {
        boolean _ = visit(i, value, value.length, visitor);
      }
    }
  }

  /**
   * Returns the total length of the fields in bytes; −1 if the value does not have this encoding.
   */
  public long payloadBytes(byte[] value, int length) {
    if (!named) {
      return length;
    }
    long bytes = 0;
    for (int at = 0; at < length; ) {
      int nameLength = lengthAt(value, at, length);
      at += lengthBytes(nameLength);
      if (nameLength < 0 || nameLength > length - at) {
        return -1;
      }
      at += nameLength;
      int fieldLength = lengthAt(value, at, length);
      at += lengthBytes(fieldLength);
      if (fieldLength < 0 || fieldLength > length - at) {
        return -1;
      }
      at += fieldLength;
      bytes += fieldLength;
    }
    return bytes;
  }

  /**
   * Returns the encoded name of a field. It is usually cached, since all rows have the same name
   * objects.
   */
  private byte[] nameBytes(Row row, int index) {
    String name = row.fieldName(index);
    return index < names.length && names[index].equals(name)
        ? nameBytes[index]
        : name.getBytes(StandardCharsets.UTF_8);
  }

  private String name(int index, byte[] value, int offset, int length) {
    boolean inPlace =
        index < names.length
            && Arrays.equals(
                nameBytes[index], 0, nameBytes[index].length, value, offset, offset + length);
    return inPlace ? names[index] : new String(value, offset, length, StandardCharsets.UTF_8);
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

  /** Decodes the length at an offset; returns −1 if there is none. */
  private static int lengthAt(byte[] from, int offset, int end) {
    int length = 0;
    int at = offset;
    for (int shift = 0; shift < Integer.SIZE && at < end; shift += 7) {
      byte b = from[at++];
      length |= (b & 127) << shift;
      if (b >= 0) {
        return length;
      }
    }
    return -1;
  }

  private static int lengthBytes(int length) {
    return length == 0 ? 1 : (38 - Integer.numberOfLeadingZeros(length)) / 7;
  }
}

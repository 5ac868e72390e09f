package org.plimsoll.driver.cassandra;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The CQL type of a column that contains a field. The bytes of a field are sent unchanged as the
 * wire format of the type. A {@code bigint} takes fields of eight bytes in big-endian order. The
 * server refuses fields of another width.
 *
 * <p>A {@code text} accepts any bytes. Values that are not UTF-8, such as generated values, are
 * stored as {@code base64:} followed by their Base64 form, which is a third longer.
 */
enum ColumnType {
  BLOB,
  TEXT,
  BIGINT,
  INT,
  SMALLINT,
  TINYINT,
  FLOAT,
  DOUBLE,
  TIMESTAMP,
  UUID,
  VARINT;

  private static final byte[] MARK = "base64:".getBytes(StandardCharsets.US_ASCII);

  String cql() {
    return name().toLowerCase(Locale.ROOT);
  }

  static String names() {
    return Arrays.stream(values()).map(ColumnType::cql).collect(Collectors.joining(", "));
  }

  static List<ColumnType> parseAll(String text) {
    List<ColumnType> types = new ArrayList<>();
    for (String name : text.split(",", -1)) {
      types.add(valueOf(name.strip().toUpperCase(Locale.ROOT)));
    }
    return List.copyOf(types);
  }

  /**
   * Encodes a field for the column. If no conversion is needed, the result shares the given array.
   */
  ByteBuffer encode(byte[] bytes, int offset, int length) {
    if (this != TEXT || (isText(bytes, offset, length) && !isMarked(bytes, offset, length))) {
      return ByteBuffer.wrap(bytes, offset, length);
    }
    byte[] field = Arrays.copyOfRange(bytes, offset, offset + length);
    byte[] digits = Base64.getEncoder().encode(field);
    byte[] marked = Arrays.copyOf(MARK, MARK.length + digits.length);
    System.arraycopy(digits, 0, marked, MARK.length, digits.length);
    return ByteBuffer.wrap(marked);
  }

  /** Decodes a field from the bytes of a column. The buffer must be backed by an array. */
  ByteBuffer decode(ByteBuffer column) {
    int offset = column.arrayOffset() + column.position();
    if (this != TEXT || !isMarked(column.array(), offset, column.remaining())) {
      return column;
    }
    byte[] digits =
        Arrays.copyOfRange(column.array(), offset + MARK.length, offset + column.remaining());
    return ByteBuffer.wrap(Base64.getDecoder().decode(digits));
  }

  private static boolean isMarked(byte[] bytes, int offset, int length) {
    return length >= MARK.length
        && Arrays.equals(bytes, offset, offset + MARK.length, MARK, 0, MARK.length);
  }

  private static boolean isText(byte[] bytes, int offset, int length) {
    try {
      var _ = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}

package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.protocol.internal.ProtocolConstants.DataType;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Row;
import org.plimsoll.api.kit.StatementValue;
import org.plimsoll.api.kit.StatementValue.KeyForm;

/** A placeholder in a user's statement, with the encoder for the type of its column. */
final class CqlValue {
  /** The encoding of 1970-01-01 as a CQL date, which counts days. */
  private static final long EPOCH_DAY = 1L << 31;

  private final StatementValue value;
  private final int type;

  private CqlValue(StatementValue value, int type) {
    this.value = value;
    this.type = type;
  }

  /**
   * Checks that the value fits the column.
   *
   * @param statement the name of the statement
   * @throws IllegalArgumentException if it does not; the message is one sentence for the user
   */
  static CqlValue of(StatementValue value, ColumnDefinition column, String statement) {
    int type = column.getType().getProtocolCode();
    boolean fits =
        switch (value) {
          case StatementValue.KeyOf(KeyForm form) ->
              switch (form) {
                case AS_NEEDED -> isText(type) || isNumber(type) || type == DataType.BLOB;
                case NUMBER -> isText(type) || isNumber(type);
                case TEXT -> isText(type) || type == DataType.BLOB;
                case BYTES -> type == DataType.BLOB;
              };
          case StatementValue.Draw _ -> isText(type) || isNumber(type);
          case StatementValue.Field _ -> true;
        };
    if (!fits) {
      throw new IllegalArgumentException(
          "statements: %s cannot bind %s to %s, which is a %s"
              .formatted(
                  statement,
                  shown(value),
                  column.getName().asCql(true),
                  column.getType().asCql(false, true)));
    }
    return new CqlValue(value, type);
  }

  private static String shown(StatementValue value) {
    return switch (value) {
      case StatementValue.KeyOf(KeyForm form) ->
          switch (form) {
            case AS_NEEDED -> ":key";
            case NUMBER -> ":key-number";
            case TEXT -> ":key-text";
            case BYTES -> ":key-bytes";
          };
      case StatementValue.Field field -> ":" + field.name();
      case StatementValue.Draw _ -> "a random number";
    };
  }

  private static boolean isText(int type) {
    return type == DataType.VARCHAR || type == DataType.ASCII;
  }

  private static boolean isNumber(int type) {
    return switch (type) {
      case DataType.BIGINT,
          DataType.COUNTER,
          DataType.TIMESTAMP,
          DataType.TIME,
          DataType.INT,
          DataType.SMALLINT,
          DataType.TINYINT,
          DataType.VARINT,
          DataType.DECIMAL,
          DataType.FLOAT,
          DataType.DOUBLE,
          DataType.BOOLEAN,
          DataType.DATE,
          DataType.UUID ->
          true;
      default -> false;
    };
  }

  /**
   * Returns the bytes to send, copied from the operation, or null if its row does not have the
   * field.
   */
  @Nullable ByteBuffer encode(Operation operation, RandomGenerator random) {
    return switch (value) {
      case StatementValue.KeyOf(KeyForm form) -> key(operation.key(), form);
      case StatementValue.Field field -> field(operation.row(), field);
      case StatementValue.Draw draw -> number(draw.distribution().sample(random));
    };
  }

  private ByteBuffer key(Key key, KeyForm form) {
    return switch (form) {
      case NUMBER -> number(key.number());
      case TEXT -> text(key.text());
      case BYTES -> ByteBuffer.wrap(key.bytes().clone());
      case AS_NEEDED -> {
        if (type == DataType.BLOB) {
          yield ByteBuffer.wrap(key.bytes().clone());
        }
        yield isText(type) ? text(key.text()) : number(key.number());
      }
    };
  }

  private @Nullable ByteBuffer field(Row row, StatementValue.Field field) {
    int place = field.in(row);
    if (place < 0) {
      return null;
    }
    byte[] bytes = row.copy(place);
    ColumnType column = isText(type) ? ColumnType.TEXT : ColumnType.BLOB;
    return column.encode(bytes, 0, bytes.length);
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private ByteBuffer number(long number) {
    return switch (type) {
      case DataType.VARCHAR, DataType.ASCII -> text(Long.toString(number));
      case DataType.INT -> ByteBuffer.allocate(4).putInt(0, Math.toIntExact(number));
      case DataType.DATE ->
          ByteBuffer.allocate(4).putInt(0, (int) Math.addExact(number, EPOCH_DAY));
      case DataType.SMALLINT -> ByteBuffer.allocate(2).putShort(0, (short) number);
      case DataType.TINYINT -> ByteBuffer.allocate(1).put(0, (byte) number);
      case DataType.BOOLEAN -> ByteBuffer.allocate(1).put(0, (byte) (number & 1));
      case DataType.FLOAT -> ByteBuffer.allocate(4).putFloat(0, (float) number);
      case DataType.DOUBLE -> ByteBuffer.allocate(8).putDouble(0, (double) number);
      case DataType.VARINT -> ByteBuffer.wrap(BigInteger.valueOf(number).toByteArray());
      case DataType.DECIMAL -> {
        byte[] digits = BigInteger.valueOf(number).toByteArray();
        yield ByteBuffer.allocate(4 + digits.length).putInt(0).put(digits).flip();
      }
      case DataType.UUID -> ByteBuffer.allocate(16).putLong(8, number);
      default -> ByteBuffer.allocate(8).putLong(0, number);
    };
  }
}

package org.plimsoll.testkit;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Row;

/** An operation as a value, for tests. */
public record TestOperation(
    OperationType type,
    List<TestKey> keys,
    List<TestRow> rows,
    int scanLength,
    long deadlineNanos,
    Place place)
    implements Operation {
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  /** Creates an operation on one key. */
  public static TestOperation on(OperationType type, TestKey key) {
    return new TestOperation(type, List.of(key), List.of(), 1, soon(), Place.ALONE);
  }

  /** Creates an operation that writes one row. */
  public static TestOperation on(OperationType type, TestKey key, TestRow row) {
    return new TestOperation(type, List.of(key), List.of(row), 1, soon(), Place.ALONE);
  }

  /**
   * Creates an operation on the key with the given number. The values, if any, are the fields of
   * its row.
   */
  public static TestOperation on(OperationType type, long key, String... values) {
    return bulk(type, key, 1, values);
  }

  /**
   * Creates a bulk operation on consecutive keys, each with the same row. Without values, it is a
   * bulk read.
   */
  public static TestOperation bulk(OperationType type, long firstKey, int size, String... values) {
    List<TestKey> keys = LongStream.range(firstKey, firstKey + size).mapToObj(TestKey::of).toList();
    List<TestRow> rows =
        values.length == 0 ? List.of() : Collections.nCopies(size, TestRow.of(values));
    return new TestOperation(type, keys, rows, 1, soon(), Place.ALONE);
  }

  /** Creates a bulk operation. Without rows, it is a bulk read. */
  public static TestOperation bulk(OperationType type, List<TestKey> keys, List<TestRow> rows) {
    return new TestOperation(type, keys, rows, 1, soon(), Place.ALONE);
  }

  /** Creates an operation of any type on one key. The row is used if the type has one. */
  public static TestOperation any(OperationType type, TestKey key, TestRow row) {
    List<TestRow> rows = type.row() ? List.of(row) : List.of();
    return new TestOperation(type, List.of(key), rows, 1, soon(), Place.ALONE);
  }

  /** Returns the same operation with another deadline. */
  public TestOperation withDeadline(long nanos) {
    return new TestOperation(type, keys, rows, scanLength, nanos, place);
  }

  /** Creates a scan. */
  public static TestOperation scan(TestKey from, int length) {
    return new TestOperation(
        OperationType.SCAN, List.of(from), List.of(), length, soon(), Place.ALONE);
  }

  /** Returns the same operation as a step of a transaction. */
  public TestOperation at(Place newPlace) {
    return new TestOperation(type, keys, rows, scanLength, deadlineNanos, newPlace);
  }

  private static long soon() {
    return System.nanoTime() + PATIENCE_NANOS;
  }

  @Override
  public int size() {
    return keys.size();
  }

  @Override
  public Key key(int index) {
    return keys.get(index);
  }

  @Override
  public Row row(int index) {
    return rows.get(index);
  }

  /** A key in its three forms: number, bytes and text. */
  @SuppressWarnings("ArrayRecordComponent") // Keys are never compared.
  public record TestKey(long number, byte[] bytes, String text) implements Key {
    public static TestKey of(long number) {
      return of(number, "user" + number);
    }

    public static TestKey of(long number, String text) {
      return new TestKey(number, text.getBytes(StandardCharsets.UTF_8), text);
    }

    /** Creates a key with the number in eight bytes. */
    public static TestKey binary(long number) {
      byte[] bytes = new byte[Long.BYTES];
      byte[] digits = BigInteger.valueOf(number).toByteArray();
      System.arraycopy(digits, 0, bytes, bytes.length - digits.length, digits.length);
      return new TestKey(number, bytes, "user" + number);
    }
  }

  /** A row that does not start at the start of its buffer. */
  @SuppressWarnings("ArrayRecordComponent") // Rows are never compared.
  public record TestRow(
      List<String> names, byte[] buffer, int[] offsets, int[] lengths, boolean isPartial)
      implements Row {
    private static final int GAP = 3;

    public static TestRow of(List<String> names, List<byte[]> values) {
      ByteArrayOutputStream buffer = new ByteArrayOutputStream();
      int[] offsets = new int[values.size()];
      int[] lengths = new int[values.size()];
      for (int i = 0; i < offsets.length; i++) {
        buffer.writeBytes(new byte[GAP]);
        offsets[i] = buffer.size();
        lengths[i] = values.get(i).length;
        buffer.writeBytes(values.get(i));
      }
      return new TestRow(names, buffer.toByteArray(), offsets, lengths, false);
    }

    /** Creates a partial row, which leaves the other fields unchanged. */
    public static TestRow partial(List<String> names, List<byte[]> values) {
      TestRow row = of(names, values);
      return new TestRow(names, row.buffer, row.offsets, row.lengths, true);
    }

    /**
     * Creates a row with the given values and the fields {@code field0}, {@code field1} and so on.
     */
    public static TestRow of(String... values) {
      List<String> names =
          IntStream.range(0, values.length).mapToObj(field -> "field" + field).toList();
      return of(
          names, Stream.of(values).map(value -> value.getBytes(StandardCharsets.UTF_8)).toList());
    }

    @Override
    public int fieldCount() {
      return offsets.length;
    }

    @Override
    public String fieldName(int index) {
      return names.get(index);
    }

    @Override
    public int offset(int index) {
      return offsets[index];
    }

    @Override
    public int length(int index) {
      return lengths[index];
    }
  }
}

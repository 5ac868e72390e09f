package org.plimsoll.driver.cassandrathrift;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.thrift.Column;
import org.apache.cassandra.thrift.ColumnOrSuperColumn;
import org.apache.cassandra.thrift.Mutation;
import org.plimsoll.api.Key;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.FieldVisitor;
import org.plimsoll.api.Row;

/** Converts keys and rows to row keys and columns, and columns to rows. */
final class Columns {
  private final int keyDigits;
  private final List<ByteBuffer> names = new ArrayList<>();
  private final Map<String, ByteBuffer> nameByField = new HashMap<>();
  private final Map<ByteBuffer, String> fieldByName = new HashMap<>();

  /**
   * Creates the columns for the fields of a run.
   *
   * @param prefix the prefix of column names, followed by the field number; empty: columns have the
   *     names of the fields
   * @param keyDigits the minimum number of digits of row keys; 0: row keys are the bytes of the
   *     keys
   */
  Columns(List<String> fieldNames, String prefix, int keyDigits) {
    this.keyDigits = keyDigits;
    for (int i = 0; i < fieldNames.size(); i++) {
      String field = fieldNames.get(i);
      ByteBuffer name = utf8(prefix.isEmpty() ? field : prefix + i);
      names.add(name);
      nameByField.put(field, name);
      fieldByName.put(name, field);
    }
  }

  static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the names of all columns, in the order of the fields. */
  List<ByteBuffer> names() {
    return names;
  }

  /** Returns the row key for a key. */
  ByteBuffer key(Key key) {
    return ByteBuffer.wrap(keyDigits == 0 ? key.bytes() : digits(key.number(), keyDigits));
  }

  /** Formats a number ≥ 0 in decimal, padded with zeros to the minimum number of digits. */
  private static byte[] digits(long number, int least) {
    int count = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      count++;
    }
    byte[] digits = new byte[Math.max(count, least)];
    long rest = number;
    for (int i = digits.length - 1; i >= 0; i--) {
      digits[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return digits;
  }

  /** Creates the column for a field. Its value is valid only during the call. */
  Column column(Row row, int index, long timestampMicros, int ttlSeconds) {
    String field = row.fieldName(index);
    ByteBuffer known = nameByField.get(field);
    Column column = new Column(known == null ? utf8(field) : known);
    column.setValue(ByteBuffer.wrap(row.buffer(), row.offset(index), row.length(index)));
    column.setTimestamp(timestampMicros);
    if (ttlSeconds > 0) {
      column.setTtl(ttlSeconds);
    }
    return column;
  }

  /** Creates the columns for a row. */
  List<Column> columns(Row row, long timestampMicros, int ttlSeconds) {
    List<Column> columns = new ArrayList<>(row.fieldCount());
    for (int i = 0; i < row.fieldCount(); i++) {
      columns.add(column(row, i, timestampMicros, ttlSeconds));
    }
    return columns;
  }

  /** Creates the mutations that write a row. */
  List<Mutation> mutations(Row row, long timestampMicros, int ttlSeconds) {
    List<Mutation> mutations = new ArrayList<>(row.fieldCount());
    for (Column column : columns(row, timestampMicros, ttlSeconds)) {
      mutations.add(
          new Mutation().setColumn_or_supercolumn(new ColumnOrSuperColumn().setColumn(column)));
    }
    return mutations;
  }

  /** Returns the outcome of a read of one row. Without columns, the row is not found. */
  Outcome row(List<ColumnOrSuperColumn> columns) {
    return columns.isEmpty()
        ? Outcome.notFound()
        : Outcome.succeeded(bytes(columns)).withRows(visitor -> lend(0, columns, visitor));
  }

  /** Returns the outcome of a read of several rows, some of which may have no columns. */
  Outcome rows(List<List<ColumnOrSuperColumn>> rows) {
    int found = 0;
    long bytes = 0;
    for (List<ColumnOrSuperColumn> columns : rows) {
      found += columns.isEmpty() ? 0 : 1;
      bytes += bytes(columns);
    }
    return Outcome.succeeded(found, bytes)
        .withRows(visitor -> {
          for (int item = 0; item < rows.size(); item++) {
            lend(item, rows.get(item), visitor);
          }
        });
  }

  private static long bytes(List<ColumnOrSuperColumn> columns) {
    long bytes = 0;
    for (ColumnOrSuperColumn each : columns) {
      bytes += each.isSetColumn() ? each.getColumn().bufferForValue().remaining() : 0;
    }
    return bytes;
  }

  private void lend(int item, List<ColumnOrSuperColumn> columns, FieldVisitor visitor) {
    for (ColumnOrSuperColumn each : columns) {
      if (each.isSetColumn()) {
        Column column = each.getColumn();
        ByteBuffer value = column.bufferForValue();
        visitor.field(
            item,
            field(column.bufferForName()),
            value.array(),
            value.arrayOffset() + value.position(),
            value.remaining());
      }
    }
  }

  /**
   * Returns the field name for a column. A column that another client has written keeps its own
   * name.
   */
  private String field(ByteBuffer name) {
    String known = fieldByName.get(name);
    return known == null ? StandardCharsets.UTF_8.decode(name.duplicate()).toString() : known;
  }
}

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
   * Creates the columns of a run's fields.
   *
   * @param prefix the start of column names, before the number of the field; empty: column names
   *     are those of the fields
   * @param keyDigits the least number of digits of row keys; 0: row keys are the keys' bytes
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

  /** The names of all columns, in the order of the fields. */
  List<ByteBuffer> names() {
    return names;
  }

  /** The row key of a key. */
  ByteBuffer key(Key key) {
    return ByteBuffer.wrap(keyDigits == 0 ? key.bytes() : digits(key.number(), keyDigits));
  }

  /** A number ≥ 0 in decimal digits, with zeros before it if it has fewer. */
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

  /** The column of a field. The value is valid only during the call. */
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

  /** The columns of a row. */
  List<Column> columns(Row row, long timestampMicros, int ttlSeconds) {
    List<Column> columns = new ArrayList<>(row.fieldCount());
    for (int i = 0; i < row.fieldCount(); i++) {
      columns.add(column(row, i, timestampMicros, ttlSeconds));
    }
    return columns;
  }

  /** The mutations that write a row. */
  List<Mutation> mutations(Row row, long timestampMicros, int ttlSeconds) {
    List<Mutation> mutations = new ArrayList<>(row.fieldCount());
    for (Column column : columns(row, timestampMicros, ttlSeconds)) {
      mutations.add(
          new Mutation().setColumn_or_supercolumn(new ColumnOrSuperColumn().setColumn(column)));
    }
    return mutations;
  }

  /** The outcome of a read of one row; not found without columns. */
  Outcome row(List<ColumnOrSuperColumn> columns) {
    return columns.isEmpty()
        ? Outcome.notFound()
        : Outcome.succeeded(bytes(columns)).withRows(visitor -> lend(0, columns, visitor));
  }

  /** The outcome of a read of several rows, some of which may have no columns. */
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

  /** The field of a column. A column that no field has, of other clients, has its own name. */
  private String field(ByteBuffer name) {
    String known = fieldByName.get(name);
    return known == null ? StandardCharsets.UTF_8.decode(name.duplicate()).toString() : known;
  }
}

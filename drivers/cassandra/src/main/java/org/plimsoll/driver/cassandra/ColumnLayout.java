package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Row;

/** Layout with one column for each field. */
final class ColumnLayout implements RowLayout {
  private final Map<String, Integer> columnsByField;
  private final List<String> columns;
  private final ColumnType[] types;

  ColumnLayout(List<String> fieldNames, List<ColumnType> types) {
    columnsByField =
        IntStream.range(0, fieldNames.size())
            .boxed()
            .collect(Collectors.toUnmodifiableMap(fieldNames::get, column -> column));
    columns = fieldNames.stream().map(ColumnLayout::quoted).toList();
    this.types =
        IntStream.range(0, columns.size())
            .mapToObj(i -> types.get(Math.min(i, types.size() - 1)))
            .toArray(ColumnType[]::new);
  }

  /** Quotes a name as a CQL identifier, which preserves its case and characters. */
  static String quoted(String name) {
    return CqlIdentifier.fromInternal(name).asCql(true);
  }

  ColumnType type(int field) {
    return types[field];
  }

  @Override
  public List<String> columns() {
    return columns;
  }

  @Override
  public List<String> types() {
    return List.of(types).stream().map(ColumnType::cql).toList();
  }

  /**
   * Copies all fields at once, because they are adjacent. If the row lacks the field of a column,
   * the column is left unset and keeps its value.
   */
  @Override
  public void bind(BoundStatementBuilder statement, int firstMarker, Row row) {
    int begin = row.offset(0);
    int end = begin;
    for (int i = 0; i < row.fieldCount(); i++) {
      begin = Math.min(begin, row.offset(i));
      end = Math.max(end, row.offset(i) + row.length(i));
    }
    byte[] copy = new byte[end - begin];
    System.arraycopy(row.buffer(), begin, copy, 0, copy.length);
    for (int i = 0; i < row.fieldCount(); i++) {
      Integer column = columnsByField.get(row.fieldName(i));
      if (column == null) {
        throw new IllegalArgumentException("no column for the field " + row.fieldName(i));
      }
      statement.setBytesUnsafe(
          firstMarker + column, types[column].encode(copy, row.offset(i) - begin, row.length(i)));
    }
  }

  @Override
  public @Nullable ByteBuffer[] fields(
      com.datastax.oss.driver.api.core.cql.Row row, int firstColumn) {
    @Nullable ByteBuffer[] fields = new ByteBuffer[types.length];
    for (int i = 0; i < fields.length; i++) {
      ByteBuffer column = row.getBytesUnsafe(firstColumn + i);
      fields[i] = column == null ? null : types[i].decode(column);
    }
    return fields;
  }
}

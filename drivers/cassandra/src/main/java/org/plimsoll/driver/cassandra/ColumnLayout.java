package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Row;

/** Each field is a column of its own. */
final class ColumnLayout implements RowLayout {
  private final List<String> columns;
  private final ColumnType[] types;

  ColumnLayout(List<String> fieldNames, List<ColumnType> types) {
    columns = fieldNames.stream().map(ColumnLayout::quoted).toList();
    this.types =
        IntStream.range(0, columns.size())
            .mapToObj(i -> types.get(Math.min(i, types.size() - 1)))
            .toArray(ColumnType[]::new);
  }

  /** A name as CQL writes it, in whatever case and letters. */
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

  /** All fields in one copy: they lie side by side already. */
  @Override
  public void bind(BoundStatementBuilder statement, int firstMarker, Row row) {
    int begin = row.offset(0);
    int end = begin;
    for (int i = 0; i < types.length; i++) {
      begin = Math.min(begin, row.offset(i));
      end = Math.max(end, row.offset(i) + row.length(i));
    }
    byte[] copy = new byte[end - begin];
    System.arraycopy(row.buffer(), begin, copy, 0, copy.length);
    for (int i = 0; i < types.length; i++) {
      statement.setBytesUnsafe(
          firstMarker + i, types[i].encode(copy, row.offset(i) - begin, row.length(i)));
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

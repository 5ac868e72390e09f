package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Row;

/** Layout with all fields in one column: a map by field name, or a list in field order. */
final class CollectionLayout implements RowLayout {
  private static final GenericType<Map<String, ByteBuffer>> MAP =
      GenericType.mapOf(GenericType.STRING, GenericType.BYTE_BUFFER);
  private static final GenericType<List<ByteBuffer>> LIST =
      GenericType.listOf(GenericType.BYTE_BUFFER);

  private final List<String> fieldNames;
  private final RowForm form;

  CollectionLayout(List<String> fieldNames, RowForm form) {
    this.fieldNames = List.copyOf(fieldNames);
    this.form = form;
  }

  @Override
  public List<String> columns() {
    return List.of("fields");
  }

  @Override
  public List<String> types() {
    return List.of(
        switch (form) {
          case FROZEN_MAP -> "frozen<map<text, blob>>";
          case LIST -> "list<blob>";
          default -> "map<text, blob>";
        });
  }

  @Override
  public void bind(BoundStatementBuilder statement, int firstMarker, Row row) {
    if (form == RowForm.LIST) {
      List<ByteBuffer> list = new ArrayList<>(row.fieldCount());
      for (int i = 0; i < row.fieldCount(); i++) {
        list.add(ByteBuffer.wrap(row.copy(i)));
      }
      var _ = statement.set(firstMarker, list, TypeCodecs.listOf(TypeCodecs.BLOB));
      return;
    }
    Map<String, ByteBuffer> map = HashMap.newHashMap(row.fieldCount());
    for (int i = 0; i < row.fieldCount(); i++) {
      map.put(row.fieldName(i), ByteBuffer.wrap(row.copy(i)));
    }
    var _ = statement.set(firstMarker, map, TypeCodecs.mapOf(TypeCodecs.TEXT, TypeCodecs.BLOB));
  }

  @Override
  public @Nullable ByteBuffer[] fields(
      com.datastax.oss.driver.api.core.cql.Row row, int firstColumn) {
    @Nullable ByteBuffer[] fields = new ByteBuffer[fieldNames.size()];
    if (form == RowForm.LIST) {
      List<ByteBuffer> list = row.get(firstColumn, LIST);
      for (int i = 0; list != null && i < Math.min(fields.length, list.size()); i++) {
        fields[i] = list.get(i);
      }
      return fields;
    }
    Map<String, ByteBuffer> map = row.get(firstColumn, MAP);
    for (int i = 0; map != null && i < fields.length; i++) {
      fields[i] = map.get(fieldNames.get(i));
    }
    return fields;
  }
}

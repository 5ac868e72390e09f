package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.data.UdtValue;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Row;

/** Layout with all fields in one column of a frozen user-defined type. */
final class UdtLayout implements RowLayout {
  private final ColumnLayout fields;
  private final String typeName;

  UdtLayout(ColumnLayout fields, String typeName) {
    this.fields = fields;
    this.typeName = typeName;
  }

  String typeName() {
    return typeName;
  }

  /** The fields of the type. */
  ColumnLayout members() {
    return fields;
  }

  @Override
  public List<String> columns() {
    return List.of("fields");
  }

  @Override
  public List<String> types() {
    return List.of("frozen<" + typeName + ">");
  }

  @Override
  public void bind(BoundStatementBuilder statement, int firstMarker, Row row) {
    UserDefinedType type = (UserDefinedType) statement.getType(firstMarker);
    UdtValue value = type.newValue();
    for (int i = 0; i < row.fieldCount(); i++) {
      byte[] copy = row.copy(i);
      value = value.setBytesUnsafe(i, fields.type(i).encode(copy, 0, copy.length));
    }
    var _ = statement.setUdtValue(firstMarker, value);
  }

  @Override
  public @Nullable ByteBuffer[] fields(
      com.datastax.oss.driver.api.core.cql.Row row, int firstColumn) {
    @Nullable ByteBuffer[] found = new ByteBuffer[fields.columns().size()];
    UdtValue value = row.getUdtValue(firstColumn);
    for (int i = 0; value != null && i < found.length; i++) {
      ByteBuffer member = value.getBytesUnsafe(i);
      found[i] = member == null ? null : fields.type(i).decode(member);
    }
    return found;
  }
}

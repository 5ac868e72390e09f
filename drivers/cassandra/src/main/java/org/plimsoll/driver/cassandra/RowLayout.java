package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Row;

/** Maps the fields of a row to the columns of a table. */
interface RowLayout {
  /** The columns other than the key, as quoted CQL names. */
  List<String> columns();

  /** The CQL types of the columns. */
  List<String> types();

  /**
   * Binds the columns of a row, starting at a marker. Copies the values, because the row belongs to
   * the engine.
   */
  void bind(BoundStatementBuilder statement, int firstMarker, Row row);

  /**
   * Returns the fields of a row that was read, in the order of the field names, with null for a
   * missing field. The buffers are backed by arrays.
   *
   * @param firstColumn the index of the first of {@link #columns} in the row
   */
  @Nullable ByteBuffer[] fields(com.datastax.oss.driver.api.core.cql.Row row, int firstColumn);
}

package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Row;

/** How the fields of a row lie in the columns of a table. */
interface RowLayout {
  /** The columns beside the key, as names of CQL, quoted. */
  List<String> columns();

  /** The types of the columns, as CQL. */
  List<String> types();

  /** Sets the columns, from a marker on. Copies: the row is the engine's. */
  void bind(BoundStatementBuilder statement, int firstMarker, Row row);

  /**
   * The fields of a row that was read, in the order of the field names; null for what is missing.
   * The buffers have arrays.
   *
   * @param firstColumn the place of the first of {@link #columns} in the row
   */
  @Nullable ByteBuffer[] fields(com.datastax.oss.driver.api.core.cql.Row row, int firstColumn);
}

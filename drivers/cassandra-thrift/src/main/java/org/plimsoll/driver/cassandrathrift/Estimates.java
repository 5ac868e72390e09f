package org.plimsoll.driver.cassandrathrift;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.cassandra.thrift.Column;
import org.apache.cassandra.thrift.CqlRow;
import org.apache.cassandra.thrift.InvalidRequestException;
import org.apache.thrift.TException;

/**
 * A node's estimates of the number of rows and bytes in its primary ranges. The node updates them
 * every few minutes from the data on disk.
 */
record Estimates(long rows, long bytes) {
  private static final Estimates NONE = new Estimates(0, 0);

  /** Requests the estimates from a node. Before Cassandra 2.1 there are none, and both are zero. */
  static Estimates of(Control control, Node node, String keyspace, String table)
      throws IOException, TException {
    String statement =
        "SELECT partitions_count, mean_partition_size FROM system.size_estimates"
            + " WHERE keyspace_name = '%s' AND table_name = '%s'".formatted(keyspace, table);
    try {
      List<CqlRow> ranges = control.on(node.address(), client -> Control.cql(client, statement));
      Estimates sum = NONE;
      for (CqlRow range : ranges) {
        long count = number(range.getColumns().get(0));
        long each = number(range.getColumns().get(1));
        sum = new Estimates(sum.rows + count, sum.bytes + count * each);
      }
      return sum;
    } catch (InvalidRequestException e) {
      return NONE;
    }
  }

  private static long number(Column column) {
    ByteBuffer value = column.bufferForValue();
    return value == null || value.remaining() < Long.BYTES ? 0 : value.getLong(value.position());
  }
}

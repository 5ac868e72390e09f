import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.thrift.Cassandra;
import org.apache.cassandra.thrift.Column;
import org.apache.cassandra.thrift.ColumnOrSuperColumn;
import org.apache.cassandra.thrift.ColumnParent;
import org.apache.cassandra.thrift.ConsistencyLevel;
import org.apache.cassandra.thrift.Mutation;
import org.apache.cassandra.thrift.SlicePredicate;
import org.apache.cassandra.thrift.SliceRange;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TFramedTransport;
import org.apache.thrift.transport.TSocket;

/**
 * A bare loop over Cassandra's Thrift client, with a thread and a connection for each operation in
 * flight. Arguments: those of {@link Load}, the port, the keyspace and the table.
 */
final class CassandraThriftLoop {
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);
  private static final SlicePredicate WHOLE =
      new SlicePredicate().setSlice_range(new SliceRange(EMPTY, EMPTY, false, 1));

  private CassandraThriftLoop() {}

  public static void main(String[] args) throws Exception {
    byte[][] keys =
        Load.keys(key -> Load.name(key).getBytes(StandardCharsets.UTF_8), byte[][]::new);
    new Load(args).run(() -> connect(keys, Integer.parseInt(args[3]), args[4], args[5]));
  }

  private static Load.Calls connect(byte[][] keys, int port, String keyspace, String table)
      throws Exception {
    TSocket socket = new TSocket("127.0.0.1", port);
    socket.open();
    socket.getSocket().setTcpNoDelay(true);
    Cassandra.Client client =
        new Cassandra.Client(new TBinaryProtocol(new TFramedTransport(socket)));
    client.set_keyspace(keyspace);
    ColumnParent rows = new ColumnParent(table);
    byte[] field = "field0".getBytes(StandardCharsets.UTF_8);
    return (key, value) -> {
      ByteBuffer row = ByteBuffer.wrap(keys[key]);
      if (value == null) {
        if (client.get_slice(row, rows, WHOLE, ConsistencyLevel.LOCAL_ONE).size() != 1) {
          throw new IllegalStateException("no row");
        }
      } else {
        Column column =
            new Column(ByteBuffer.wrap(field))
                .setValue(ByteBuffer.wrap(value))
                .setTimestamp(System.currentTimeMillis() * 1000);
        Mutation mutation =
            new Mutation().setColumn_or_supercolumn(new ColumnOrSuperColumn().setColumn(column));
        client.batch_mutate(
            Map.of(row, Map.of(table, List.of(mutation))), ConsistencyLevel.LOCAL_ONE);
      }
    };
  }
}

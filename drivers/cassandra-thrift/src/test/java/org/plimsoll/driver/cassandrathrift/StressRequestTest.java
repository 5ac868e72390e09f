package org.plimsoll.driver.cassandrathrift;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.plimsoll.driver.cassandrathrift.OpenedTarget.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.cassandra.thrift.Cassandra;
import org.apache.cassandra.thrift.Column;
import org.apache.cassandra.thrift.ColumnOrSuperColumn;
import org.apache.cassandra.thrift.ColumnParent;
import org.apache.cassandra.thrift.ConsistencyLevel;
import org.apache.cassandra.thrift.KeyRange;
import org.apache.cassandra.thrift.Mutation;
import org.apache.cassandra.thrift.SlicePredicate;
import org.apache.cassandra.thrift.SliceRange;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.transport.TMemoryBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;

/**
 * The requests of the study of 2011 on the wire. The expected ones are built here as the tool of
 * that time built them: its {@code INSERT}, {@code READ}, {@code MULTI_GET} and {@code RANGE_SLICE}
 * on {@code Standard1} with {@code -c 10}.
 */
@ExtendWith(SharedThriftCassandra.class)
class StressRequestTest {
  private static final int COLUMNS = 10;
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);
  private static final ColumnParent TABLE = new ColumnParent("Standard1");
  private static final SlicePredicate ALL =
      new SlicePredicate().setSlice_range(new SliceRange(EMPTY, EMPTY, false, COLUMNS));

  private static final Map<String, String> STUDY =
      Map.of(
          "table", "Standard1",
          "comparator", "ascii",
          "column-prefix", "C",
          "key-digits", "8",
          "nodes", "given",
          "write-consistency", "one",
          "read-consistency", "one");

  /** Writes the arguments of a call. */
  private interface Arguments {
    void write(TBinaryProtocol protocol) throws TException;
  }

  @Test
  void operationsAreSentAsTheToolSentThem() throws Exception {
    List<String> fields = IntStream.range(0, COLUMNS).mapToObj(i -> "field" + i).toList();
    byte[] value = "0123456789".getBytes(StandardCharsets.US_ASCII);
    TestRow row = TestRow.of(fields, IntStream.range(0, COLUMNS).mapToObj(_ -> value).toList());
    TestKey key = TestKey.of(1_234_567);
    try (Recorder recorder = new Recorder(SharedThriftCassandra.server().port())) {
      OpenedTarget.with(
          recorder.address() + "/Keyspace1",
          STUDY,
          fields,
          (_, session, _) -> {
            recorder.forget();
            TestOperation write = TestOperation.on(OperationType.UPDATE, key, row);
            assertThat(run(session, write).status()).isEqualTo(Status.SUCCEEDED);
            ByteBuffer insert = recorder.frame();
            assertThat(insert).isEqualTo(batchMutate(insert, value));
            run(session, TestOperation.on(OperationType.READ, key));
            ByteBuffer read = recorder.frame();
            assertThat(read)
                .isEqualTo(
                    call(
                        "get_slice",
                        read,
                        new Cassandra.get_slice_args(rowKey(), TABLE, ALL, ConsistencyLevel.ONE)
                            ::write));
            run(session, TestOperation.bulk(OperationType.BULK_READ, List.of(key), List.of()));
            ByteBuffer bulk = recorder.frame();
            assertThat(bulk)
                .isEqualTo(
                    call(
                        "multiget_slice",
                        bulk,
                        new Cassandra.multiget_slice_args(
                                List.of(rowKey()), TABLE, ALL, ConsistencyLevel.ONE)
                            ::write));
            run(session, TestOperation.scan(key, COLUMNS));
            ByteBuffer scan = recorder.frame();
            KeyRange range = new KeyRange(COLUMNS).setStart_key(rowKey()).setEnd_key(EMPTY);
            assertThat(scan)
                .isEqualTo(
                    call(
                        "get_range_slices",
                        scan,
                        new Cassandra.get_range_slices_args(TABLE, ALL, range, ConsistencyLevel.ONE)
                            ::write));
          });
    }
  }

  private static ByteBuffer rowKey() {
    return Columns.utf8("01234567");
  }

  /** The insert of the tool, with the timestamp of the recorded one. */
  private static ByteBuffer batchMutate(ByteBuffer recorded, byte[] value) throws TException {
    List<Mutation> mutations = new ArrayList<>();
    for (int i = 0; i < COLUMNS; i++) {
      Column column =
          new Column(Columns.utf8("C" + i)).setValue(value).setTimestamp(timestampIn(recorded));
      mutations.add(
          new Mutation().setColumn_or_supercolumn(new ColumnOrSuperColumn().setColumn(column)));
    }
    return call(
        "batch_mutate",
        recorded,
        new Cassandra.batch_mutate_args(
                Map.of(rowKey(), Map.of("Standard1", mutations)), ConsistencyLevel.ONE)
            ::write);
  }

  private static long timestampIn(ByteBuffer recorded) throws TException {
    TMemoryBuffer memory = new TMemoryBuffer(recorded.remaining());
    memory.write(recorded.array(), recorded.arrayOffset(), recorded.remaining());
    TBinaryProtocol protocol = new TBinaryProtocol(memory);
    var _ = protocol.readMessageBegin();
    Cassandra.batch_mutate_args arguments = new Cassandra.batch_mutate_args();
    arguments.read(protocol);
    Map<String, List<Mutation>> ofRow = requireNonNull(arguments.getMutation_map().get(rowKey()));
    return requireNonNull(ofRow.get("Standard1"))
        .getFirst()
        .getColumn_or_supercolumn()
        .getColumn()
        .getTimestamp();
  }

  /** A call with the number of the recorded one. */
  private static ByteBuffer call(String method, ByteBuffer recorded, Arguments arguments)
      throws TException {
    TMemoryBuffer numbered = new TMemoryBuffer(recorded.remaining());
    numbered.write(recorded.array(), recorded.arrayOffset(), recorded.remaining());
    TMessage its = new TBinaryProtocol(numbered).readMessageBegin();
    TMemoryBuffer memory = new TMemoryBuffer(recorded.remaining());
    TBinaryProtocol protocol = new TBinaryProtocol(memory);
    protocol.writeMessageBegin(new TMessage(method, its.type, its.seqid));
    arguments.write(protocol);
    protocol.writeMessageEnd();
    return ByteBuffer.wrap(memory.getArray(), 0, memory.length());
  }

  /** A proxy that keeps what the client sends. */
  private static final class Recorder implements AutoCloseable {
    private final ServerSocket listener;
    private final int port;
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream(); // guarded by itself

    Recorder(int port) throws IOException {
      this.port = port;
      listener = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
      Thread _ = Thread.startVirtualThread(this::accept);
    }

    String address() {
      return "127.0.0.1:" + listener.getLocalPort();
    }

    private void accept() {
      while (!listener.isClosed()) {
        try {
          Socket client = listener.accept();
          Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
          Thread _ = Thread.startVirtualThread(() -> pump(client, server, true));
          Thread _ = Thread.startVirtualThread(() -> pump(server, client, false));
        } catch (IOException e) {
          return; // closed
        }
      }
    }

    private void pump(Socket from, Socket to, boolean records) {
      try (from;
          to) {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] buffer = new byte[8192];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          if (records) {
            synchronized (sent) {
              sent.write(buffer, 0, read);
            }
          }
          out.write(buffer, 0, read);
          out.flush();
        }
      } catch (IOException e) {
        // One end is closed, and so is the other.
      }
    }

    void forget() {
      synchronized (sent) {
        sent.reset();
      }
    }

    /** The only frame since the last call, without its length. */
    ByteBuffer frame() {
      synchronized (sent) {
        ByteBuffer all = ByteBuffer.wrap(sent.toByteArray());
        sent.reset();
        assertThat(all.getInt()).as("the length of the only frame").isEqualTo(all.remaining());
        byte[] frame = new byte[all.remaining()];
        all.get(frame);
        return ByteBuffer.wrap(frame);
      }
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }
}

package org.plimsoll.driver.cassandrathrift;

import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.cassandra.thrift.Cassandra;
import org.apache.cassandra.thrift.ColumnOrSuperColumn;
import org.apache.cassandra.thrift.ColumnParent;
import org.apache.cassandra.thrift.ColumnPath;
import org.apache.cassandra.thrift.CounterColumn;
import org.apache.cassandra.thrift.KeyRange;
import org.apache.cassandra.thrift.KeySlice;
import org.apache.cassandra.thrift.Mutation;
import org.apache.cassandra.thrift.NotFoundException;
import org.apache.cassandra.thrift.SlicePredicate;
import org.apache.cassandra.thrift.SliceRange;
import org.apache.thrift.TException;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.SettingValues;

/** Sends operations as Thrift calls, and converts the answers. All sessions share it. */
final class Operations {
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);
  private static final ByteBuffer COUNT = Columns.utf8("count");

  private final String table;
  private final ColumnParent rows;
  private final ColumnParent counters;
  private final ColumnPath row;
  private final ColumnPath firstColumn;
  private final ColumnPath counter;
  private final Columns columns;
  private final SlicePredicate whole;
  private final boolean logs;
  private final WriteClock clock = new WriteClock(InstantSource.system());
  private final DriverContext.Counter notApplied;
  private volatile Choices choices;

  Operations(DriverContext context) {
    SettingValues settings = context.settings();
    table = settings.get(ThriftSettings.TABLE);
    columns =
        new Columns(
            context.fieldNames(),
            settings.get(ThriftSettings.COLUMN_PREFIX),
            Math.toIntExact(settings.get(ThriftSettings.KEY_DIGITS)));
    String counterTable = Schema.counters(table);
    rows = new ColumnParent(table);
    counters = new ColumnParent(counterTable);
    row = new ColumnPath(table);
    firstColumn = new ColumnPath(table).setColumn(columns.names().getFirst());
    counter = new ColumnPath(counterTable).setColumn(COUNT);
    int fields = columns.names().size();
    whole =
        settings.get(ThriftSettings.READ) == ReadForm.NAMES
            ? new SlicePredicate().setColumn_names(columns.names())
            : new SlicePredicate().setSlice_range(new SliceRange(EMPTY, EMPTY, false, fields));
    logs = settings.get(ThriftSettings.BULK_WRITE) == BulkWriteForm.LOGGED;
    notApplied = context.counter("not-applied");
    choices = Choices.of(settings);
  }

  /** Sets the choices for later operations. */
  void choose(Choices newChoices) {
    choices = newChoices;
  }

  /** Returns the converter for keys and rows. */
  Columns columns() {
    return columns;
  }

  /** Returns the row key that determines the replicas for an operation. */
  ByteBuffer key(Operation operation) {
    return columns.key(operation.key());
  }

  Outcome execute(Operation operation, Cassandra.Client client) throws TException {
    Choices now = choices;
    return switch (operation.type().kind()) {
      case READ -> columns.row(client.get_slice(key(operation), rows, whole, now.read()));
      case INSERT, UPDATE -> write(operation, client, now);
      case DELETE -> {
        client.remove(key(operation), row, clock.next(), now.write());
        yield Outcome.succeeded(0);
      }
      case SCAN -> scan(operation, client, now);
      case BULK_READ -> bulkRead(operation, client, now);
      case BULK_WRITE -> bulkWrite(operation, client, now);
      case OWN, READ_MODIFY_WRITE -> own(operation, client, now);
    };
  }

  private Outcome own(Operation operation, Cassandra.Client client, Choices now) throws TException {
    OperationType type = operation.type();
    if (type.equals(OwnOperations.GET)) {
      return get(operation, client, now);
    }
    if (type.equals(OwnOperations.INSERT_COLUMN)) {
      client.insert(
          key(operation),
          rows,
          columns.column(operation.row(), 0, clock.next(), now.ttlSeconds()),
          now.write());
      return Outcome.succeeded(operation.row().length(0));
    }
    if (type.equals(OwnOperations.SLICE)) {
      return columns.row(client.get_slice(key(operation), rows, now.slice(), now.read()));
    }
    if (type.equals(OwnOperations.COUNT_COLUMNS)) {
      SliceRange all = new SliceRange(EMPTY, EMPTY, false, Integer.MAX_VALUE);
      int found =
          client.get_count(
              key(operation), rows, new SlicePredicate().setSlice_range(all), now.read());
      return found == 0 ? Outcome.notFound() : Outcome.succeeded(Integer.BYTES);
    }
    if (type.equals(OwnOperations.INSERT_IF_ABSENT)) {
      return insertIfAbsent(operation, client, now);
    }
    if (type.equals(OwnOperations.INCREMENT)) {
      client.add(key(operation), counters, new CounterColumn(COUNT, 1), now.write());
      return Outcome.succeeded(0);
    }
    if (type.equals(OwnOperations.READ_COUNTER)) {
      return readCounter(operation, client, now);
    }
    return Outcome.failed(Common.UNSUPPORTED).withAttempts(0);
  }

  /** Writes one row in a batch, as Thrift clients do to write several columns. */
  private Outcome write(Operation operation, Cassandra.Client client, Choices now)
      throws TException {
    List<Mutation> mutations = columns.mutations(operation.row(), clock.next(), now.ttlSeconds());
    client.batch_mutate(Map.of(key(operation), Map.of(table, mutations)), now.write());
    return Outcome.succeeded(operation.row().totalBytes());
  }

  private Outcome get(Operation operation, Cassandra.Client client, Choices now) throws TException {
    try {
      return columns.row(List.of(client.get(key(operation), firstColumn, now.read())));
    } catch (NotFoundException e) {
      return Outcome.notFound();
    }
  }

  private Outcome readCounter(Operation operation, Cassandra.Client client, Choices now)
      throws TException {
    try {
      var _ = client.get(key(operation), counter, now.read());
      return Outcome.succeeded(Long.BYTES);
    } catch (NotFoundException e) {
      return Outcome.notFound();
    }
  }

  /** Inserts a row if it does not exist. A row without columns counts as missing. */
  private Outcome insertIfAbsent(Operation operation, Cassandra.Client client, Choices now)
      throws TException {
    boolean applied =
        client
            .cas(
                key(operation),
                table,
                List.of(),
                columns.columns(operation.row(), clock.next(), now.ttlSeconds()),
                now.serial(),
                now.write())
            .isSuccess();
    if (!applied) {
      notApplied.add(1);
      return Outcome.succeeded(0, 0);
    }
    return Outcome.succeeded(operation.row().totalBytes());
  }

  /** Reads page by page. Each later page starts with the last row of the previous page. */
  private Outcome scan(Operation operation, Cassandra.Client client, Choices now)
      throws TException {
    int wanted = operation.scanLength();
    List<List<ColumnOrSuperColumn>> found = new ArrayList<>();
    ByteBuffer start = key(operation);
    int repeated = 0;
    boolean more = true;
    while (more && found.size() < wanted) {
      int asked = Math.min(now.pageSize(), wanted - found.size() + repeated);
      KeyRange range = new KeyRange(asked).setStart_key(start).setEnd_key(EMPTY);
      List<KeySlice> page = client.get_range_slices(rows, whole, range, now.read());
      for (KeySlice slice : page.subList(Math.min(repeated, page.size()), page.size())) {
        // An answer may contain a deleted row, without columns.
        if (!slice.getColumns().isEmpty()) {
          found.add(slice.getColumns());
        }
      }
      more = page.size() == asked && asked > repeated;
      start = page.isEmpty() ? start : page.getLast().bufferForKey();
      repeated = 1;
    }
    return columns.rows(found);
  }

  private Outcome bulkRead(Operation operation, Cassandra.Client client, Choices now)
      throws TException {
    List<ByteBuffer> keys = new ArrayList<>(operation.size());
    for (int i = 0; i < operation.size(); i++) {
      keys.add(columns.key(operation.key(i)));
    }
    Set<ByteBuffer> once = new LinkedHashSet<>(keys);
    Map<ByteBuffer, List<ColumnOrSuperColumn>> answer =
        client.multiget_slice(List.copyOf(once), rows, whole, now.read());
    List<List<ColumnOrSuperColumn>> items = new ArrayList<>(keys.size());
    for (ByteBuffer key : keys) {
      items.add(answer.getOrDefault(key, List.of()));
    }
    return columns.rows(items);
  }

  private Outcome bulkWrite(Operation operation, Cassandra.Client client, Choices now)
      throws TException {
    Map<ByteBuffer, Map<String, List<Mutation>>> writes = new LinkedHashMap<>();
    long bytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      writes
          .computeIfAbsent(columns.key(operation.key(i)), _ -> new HashMap<>())
          .computeIfAbsent(table, _ -> new ArrayList<>())
          .addAll(columns.mutations(operation.row(i), clock.next(), now.ttlSeconds()));
      bytes += operation.row(i).totalBytes();
    }
    if (logs) {
      client.atomic_batch_mutate(writes, now.write());
    } else {
      client.batch_mutate(writes, now.write());
    }
    return Outcome.succeeded(operation.size(), bytes);
  }
}

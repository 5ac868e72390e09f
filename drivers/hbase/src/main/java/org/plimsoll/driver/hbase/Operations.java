package org.plimsoll.driver.hbase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;
import org.plimsoll.api.SettingValues;

/** Sends the requests for each operation. All sessions share it. */
final class Operations {
  /** The suffix that a rehearsal appends to a row key. No row's key ends with it. */
  private static final byte[] NO_ROW = "\0plimsoll".getBytes(StandardCharsets.UTF_8);

  private static final byte[] COUNTER = "counter".getBytes(StandardCharsets.UTF_8);

  private final Rows rows;
  private final Rows ownRows;
  private final KeyForm keys;
  private final boolean namesColumns;
  private final DriverContext.Counter stale;
  private volatile Live live;

  /** The current values of the live settings. */
  private record Live(int versions, Consistency consistency, Durability durability, int caching) {
    static Live of(SettingValues settings) {
      return new Live(
          Math.toIntExact(settings.get(HBaseSettings.VERSIONS)),
          settings.get(HBaseSettings.CONSISTENCY),
          settings.get(HBaseSettings.DURABILITY),
          Math.toIntExact(settings.get(HBaseSettings.SCAN_CACHING)));
    }
  }

  Operations(SettingValues settings, List<String> fieldNames, DriverContext.Counter stale) {
    rows = new Rows(settings.get(HBaseSettings.FAMILY), fieldNames);
    ownRows = new Rows(settings.get(HBaseSettings.OWN_FAMILY), fieldNames);
    keys = settings.get(HBaseSettings.KEY);
    namesColumns = settings.get(HBaseSettings.READ) == ReadForm.COLUMNS;
    this.stale = stale;
    live = Live.of(settings);
  }

  void change(SettingValues settings) {
    live = Live.of(settings);
  }

  void send(Operation operation, Flight flight) {
    switch (operation.type().kind()) {
      case READ -> flight.end(flight.table().get(get(operation.key())), this::found);
      case INSERT, UPDATE -> put(operation, flight);
      case DELETE -> delete(operation, flight);
      case SCAN -> scan(operation, flight);
      case BULK_READ -> bulkRead(operation, flight);
      case BULK_WRITE -> bulkWrite(operation, flight);
      case OWN, READ_MODIFY_WRITE -> own(operation, flight);
    }
  }

  /** Checks for the existence of a row that is never written, in the region of the key. */
  void rehearse(Operation operation, Flight flight) {
    byte[] key = keys.of(operation.key());
    byte[] none = Arrays.copyOf(key, key.length + NO_ROW.length);
    System.arraycopy(NO_ROW, 0, none, key.length, NO_ROW.length);
    flight.end(flight.table().exists(new Get(none)), _ -> Outcome.succeeded(0));
  }

  private void own(Operation operation, Flight flight) {
    OperationType type = operation.type();
    if (type.equals(OwnOperations.CREATE)) {
      create(operation, flight);
    } else if (type.equals(OwnOperations.CHECK_AND_PUT)) {
      checkAndPut(operation, flight);
    } else if (type.equals(OwnOperations.INCREMENT)) {
      increment(operation, flight);
    } else if (type.equals(OwnOperations.APPEND)) {
      append(operation, flight);
    } else if (type.equals(OwnOperations.MUTATE_ROW)) {
      mutateRow(operation, flight);
    } else {
      flight.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
    }
  }

  private Get get(Key key) {
    Live now = live;
    Get get = new Get(keys.of(key)).setConsistency(now.consistency());
    if (namesColumns) {
      for (byte[] qualifier : rows.qualifiers()) {
        get.addColumn(rows.family(), qualifier);
      }
    } else {
      get.addFamily(rows.family());
    }
    try {
      return get.readVersions(now.versions());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // thrown for numbers below 1
    }
  }

  private Outcome found(Result result) {
    countStale(result);
    if (result.isEmpty()) {
      return Outcome.notFound();
    }
    return Outcome.succeeded(Rows.payloadBytes(result))
        .withRows(visitor -> rows.visit(0, result, visitor));
  }

  /** Counts a stale result. A replica may also not have the row yet. */
  private void countStale(Result result) {
    if (result.isStale()) {
      stale.add(1);
    }
  }

  private <M extends Mutation> M durable(M mutation) {
    mutation.setDurability(live.durability());
    return mutation;
  }

  private Put put(byte[] key, Row row) {
    Put put = durable(new Put(key, true));
    try {
      for (int i = 0; i < row.fieldCount(); i++) {
        put.add(rows.cell(key, row, i));
      }
      return put;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // thrown for cells of another row
    }
  }

  private void put(Operation operation, Flight flight) {
    long bytes = operation.row().totalBytes();
    Put put = put(keys.of(operation.key()), operation.row());
    flight.end(flight.table().put(put), _ -> Outcome.succeeded(bytes));
  }

  private void delete(Operation operation, Flight flight) {
    Delete delete = durable(new Delete(keys.of(operation.key())));
    flight.end(flight.table().delete(delete), _ -> Outcome.succeeded(0));
  }

  private void scan(Operation operation, Flight flight) {
    Live now = live;
    int length = operation.scanLength();
    Scan scan =
        new Scan()
            .withStartRow(keys.of(operation.key()))
            .addFamily(rows.family())
            .readVersions(now.versions())
            .setLimit(length)
            .setCaching(now.caching() == 0 ? length : Math.min(length, now.caching()));
    scan.setConsistency(now.consistency());
    flight.end(flight.table().scanAll(scan), this::foundAll);
  }

  /** Returns the outcome of a scan or of a bulk read: the rows that exist, by their indexes. */
  private Outcome foundAll(List<Result> results) {
    int found = 0;
    long bytes = 0;
    for (Result each : results) {
      countStale(each);
      if (!each.isEmpty()) {
        found++;
        bytes += Rows.payloadBytes(each);
      }
    }
    return Outcome.succeeded(found, bytes)
        .withRows(visitor -> {
          for (int i = 0; i < results.size(); i++) {
            rows.visit(i, results.get(i), visitor);
          }
        });
  }

  private void bulkRead(Operation operation, Flight flight) {
    List<Get> gets = new ArrayList<>(operation.size());
    for (int i = 0; i < operation.size(); i++) {
      gets.add(get(operation.key(i)));
    }
    flight.end(flight.table().getAll(gets), this::foundAll);
  }

  /**
   * Writes all rows. If two rows have the same key, only the last is sent, because the order within
   * a request is undefined.
   */
  private void bulkWrite(Operation operation, Flight flight) {
    Map<byte[], Put> puts = new TreeMap<>(Arrays::compareUnsigned);
    long bytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      byte[] key = keys.of(operation.key(i));
      puts.put(key, put(key, operation.row(i)));
      bytes += operation.row(i).totalBytes();
    }
    Outcome written = Outcome.succeeded(operation.size(), bytes);
    flight.end(flight.table().putAll(List.copyOf(puts.values())), _ -> written);
  }

  private void create(Operation operation, Flight flight) {
    long bytes = operation.row().totalBytes();
    byte[] key = keys.of(operation.key());
    CheckAndMutate request =
        CheckAndMutate.newBuilder(key)
            .ifNotExists(rows.family(), rows.qualifier(operation.row(), 0))
            .build(put(key, operation.row()));
    flight.end(
        flight.table().checkAndMutate(request),
        answer ->
            answer.isSuccess()
                ? Outcome.succeeded(bytes)
                : Outcome.failed(Common.EXISTS, "the row exists"));
  }

  private void checkAndPut(Operation operation, Flight flight) {
    byte[] key = keys.of(operation.key());
    byte[] qualifier = rows.qualifier(operation.row(), 0);
    Put put = put(key, operation.row());
    long bytes = operation.row().totalBytes();
    Get get = new Get(key).addColumn(rows.family(), qualifier);
    flight.end(
        flight
            .table()
            .get(get)
            .thenCompose(read -> {
              byte[] value = read.getValue(rows.family(), qualifier);
              return value == null
                  ? CompletableFuture.completedFuture(Outcome.notFound())
                  : flight
                      .table()
                      .checkAndMutate(
                          CheckAndMutate.newBuilder(key)
                              .ifEquals(rows.family(), qualifier, value)
                              .build(put))
                      .thenApply(answer -> checked(answer, bytes));
            }),
        outcome -> outcome);
  }

  private static Outcome checked(CheckAndMutateResult answer, long bytes) {
    return answer.isSuccess()
        ? Outcome.succeeded(bytes)
        : Outcome.failed(Common.CONFLICT, "another operation changed the row first");
  }

  private void increment(Operation operation, Flight flight) {
    flight.end(
        flight
            .table()
            .incrementColumnValue(
                keys.of(operation.key()), ownRows.family(), COUNTER, 1, live.durability()),
        _ -> Outcome.succeeded(Long.BYTES));
  }

  private void append(Operation operation, Flight flight) {
    Row row = operation.row();
    long bytes = row.totalBytes();
    Append append = durable(new Append(keys.of(operation.key()))).setReturnResults(false);
    for (int i = 0; i < row.fieldCount(); i++) {
      append.addColumn(ownRows.family(), ownRows.qualifier(row, i), row.copy(i));
    }
    flight.end(flight.table().append(append), _ -> Outcome.succeeded(bytes));
  }

  private void mutateRow(Operation operation, Flight flight) {
    long bytes = operation.row().totalBytes();
    byte[] key = keys.of(operation.key());
    RowMutations mutations;
    try {
      mutations =
          RowMutations.of(
              List.of(
                  put(key, operation.row()), durable(new Delete(key).addFamily(ownRows.family()))));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // thrown for mutations of other rows
    }
    flight.end(flight.table().mutateRow(mutations), _ -> Outcome.succeeded(bytes));
  }
}

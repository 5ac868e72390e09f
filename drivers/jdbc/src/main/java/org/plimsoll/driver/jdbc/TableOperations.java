package org.plimsoll.driver.jdbc;

import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;

/** Runs the generic operations as SQL statements. All sessions share it. */
final class TableOperations {
  static final OperationType INDEX_READ = OperationType.reading("index-read");
  static final OperationType LOCKED_UPDATE = OperationType.writing("locked-update");
  static final OperationType UPSERT = OperationType.writing("upsert");

  private final Dialect dialect;
  private final Table table;
  private final List<String> fieldNames;
  private final KeyForm keyForm;
  private final long indexValues;
  private final boolean batches;
  private final String read;
  private final String insert;
  private final String update;
  private final String upsert;
  private final String delete;
  private final String scan;
  private final String indexRead;
  private final String lockingRead;
  private final String rehearsal;
  private final boolean updateIsUpsert;

  /** The SQL of bulk reads by the number of rows, for the numbers that have been used. */
  private final Map<Integer, String> bulkReads = new ConcurrentHashMap<>();

  private final Map<Integer, String> bulkWrites = new ConcurrentHashMap<>();

  /** The SQL of partial updates by the names of the fields. */
  private final Map<List<String>, String> partialUpdates = new ConcurrentHashMap<>();

  /**
   * The SQL forms that the user has chosen.
   *
   * @param indexValues the number of distinct values of the indexed column; 0: there is no such
   *     column
   */
  record Forms(
      KeyForm key, InsertForm insert, UpdateForm update, BulkForm bulk, long indexValues) {}

  TableOperations(Dialect dialect, Table table, List<String> fieldNames, Forms forms) {
    this.dialect = dialect;
    this.table = table;
    this.fieldNames = fieldNames;
    keyForm = forms.key();
    indexValues = forms.indexValues();
    batches = forms.bulk() == BulkForm.BATCH;
    upsert = dialect.upsert(table, 1);
    insert = forms.insert() == InsertForm.UPSERT ? upsert : table.insert(1);
    updateIsUpsert = forms.update() == UpdateForm.UPSERT;
    update = updateIsUpsert ? upsert : table.update();
    delete = table.delete();
    read = table.read();
    lockingRead = read + dialect.forUpdate();
    scan = table.scan() + dialect.limit();
    rehearsal = dialect.rehearsal(table);
    indexRead = table.index() == null ? "" : table.indexRead();
  }

  Table table() {
    return table;
  }

  /** Runs an operation whose type uses the table. */
  Outcome execute(Operation operation, Link link, Tuning tuning) throws SQLException {
    return switch (operation.type().kind()) {
      case READ -> read(operation.key(), link);
      case INSERT -> written(operation, insert(insert, operation, link));
      case UPDATE -> update(operation, link);
      case DELETE -> delete(operation, link);
      case SCAN -> scan(operation, link, tuning);
      case BULK_READ -> bulkRead(operation, link);
      case BULK_WRITE -> bulkWrite(operation, link);
      case OWN, READ_MODIFY_WRITE -> own(operation, link);
    };
  }

  /** Runs a prepared statement that reads no row. */
  void rehearse(Link link) throws SQLException {
    try (ResultSet rows = link.prepare(rehearsal).executeQuery()) {
      while (rows.next()) {
        var _ = rows.getInt(1);
      }
    }
  }

  private Outcome own(Operation operation, Link link) throws SQLException {
    OperationType type = operation.type();
    if (type.equals(UPSERT)) {
      return written(operation, insert(upsert, operation, link));
    }
    if (type.equals(INDEX_READ)) {
      return indexRead(operation, link);
    }
    return type.equals(LOCKED_UPDATE)
        ? lockedUpdate(operation, link)
        : Outcome.failed(Common.UNSUPPORTED).withAttempts(0);
  }

  private Outcome read(Key key, Link link) throws SQLException {
    FoundRows found = read(read, key, link);
    return found.size() == 0 ? Outcome.notFound() : found.outcome();
  }

  private FoundRows read(String sql, Key key, Link link) throws SQLException {
    PreparedStatement statement = link.prepare(sql);
    keyForm.bind(statement, 1, key);
    FoundRows found = new FoundRows(fieldNames);
    try (ResultSet rows = statement.executeQuery()) {
      found.addAll(rows);
    }
    return found;
  }

  private Outcome indexRead(Operation operation, Link link) throws SQLException {
    PreparedStatement statement = link.prepare(indexRead);
    statement.setLong(1, indexed(operation.key()));
    return foundBy(statement);
  }

  private static Outcome written(Operation operation, int count) {
    return count == 0 ? Outcome.notFound() : Outcome.succeeded(operation.row().totalBytes());
  }

  private int insert(String sql, Operation operation, Link link) throws SQLException {
    PreparedStatement statement = link.prepare(sql);
    keyForm.bind(statement, 1, operation.key());
    bindPayload(statement, 2, operation.key(), operation.row());
    statement.executeUpdate();
    return 1; // MariaDB counts 2 for an existing row, and 0 if nothing has changed.
  }

  private Outcome update(Operation operation, Link link) throws SQLException {
    if (operation.row().isPartial()) {
      return partialUpdate(operation, link);
    }
    if (updateIsUpsert) {
      return written(operation, insert(upsert, operation, link));
    }
    PreparedStatement statement = link.prepare(update);
    int next = bindPayload(statement, 1, operation.key(), operation.row());
    keyForm.bind(statement, next, operation.key());
    return written(operation, statement.executeUpdate());
  }

  private Outcome partialUpdate(Operation operation, Link link) throws SQLException {
    Row row = operation.row();
    List<String> names = new ArrayList<>(row.fieldCount());
    for (int i = 0; i < row.fieldCount(); i++) {
      names.add(row.fieldName(i));
    }
    PreparedStatement statement =
        link.prepare(partialUpdates.computeIfAbsent(names, this::partialUpdate));
    int first = updateIsUpsert ? 2 : 1;
    for (int i = 0; i < row.fieldCount(); i++) {
      statement.setBytes(first + i, row.copy(i));
    }
    keyForm.bind(statement, updateIsUpsert ? 1 : row.fieldCount() + 1, operation.key());
    int count = statement.executeUpdate();
    return written(operation, updateIsUpsert ? 1 : count);
  }

  private String partialUpdate(List<String> names) {
    Table part = table.part(names.stream().map(dialect::quoted).toList());
    return updateIsUpsert ? dialect.upsert(part, 1) : part.update();
  }

  private Outcome delete(Operation operation, Link link) throws SQLException {
    PreparedStatement statement = link.prepare(delete);
    keyForm.bind(statement, 1, operation.key());
    return statement.executeUpdate() == 0 ? Outcome.notFound() : Outcome.succeeded(0);
  }

  private Outcome scan(Operation operation, Link link, Tuning tuning) throws SQLException {
    boolean cursor =
        tuning.fetchRows() > 0 && dialect.cursorsNeedTransaction() && !link.inTransaction();
    if (cursor) {
      link.begin();
    }
    PreparedStatement statement = link.prepare(scan);
    keyForm.bind(statement, 1, operation.key());
    statement.setInt(2, operation.scanLength());
    Outcome outcome = foundBy(statement);
    if (cursor) {
      link.commit();
    }
    return outcome;
  }

  private Outcome foundBy(PreparedStatement statement) throws SQLException {
    FoundRows found = new FoundRows(fieldNames);
    try (ResultSet rows = statement.executeQuery()) {
      found.addAll(rows);
    }
    return found.outcome();
  }

  /** Reads a row, locks it, and overwrites it, all in one transaction. */
  private Outcome lockedUpdate(Operation operation, Link link) throws SQLException {
    boolean alone = !link.inTransaction();
    if (alone) {
      link.begin();
    }
    FoundRows found = read(lockingRead, operation.key(), link);
    Outcome outcome =
        found.size() == 0
            ? Outcome.notFound()
            : written(operation, insert(upsert, operation, link));
    if (alone) {
      link.commit();
    }
    return outcome;
  }

  private Outcome bulkRead(Operation operation, Link link) throws SQLException {
    int size = operation.size();
    Map<Object, List<Integer>> itemsByKey = HashMap.newHashMap(size);
    for (int i = 0; i < size; i++) {
      itemsByKey.computeIfAbsent(valueOf(operation.key(i)), _ -> new ArrayList<>(1)).add(i);
    }
    List<Key> keys = new ArrayList<>(itemsByKey.size());
    itemsByKey.values().forEach(items -> keys.add(operation.key(items.getFirst())));
    FoundRows found = new FoundRows(fieldNames);
    String arrayType = dialect.arrayType(keyForm);
    int atOnce = arrayType == null ? dialect.maxParameters() : keys.size();
    for (int from = 0; from < keys.size(); from += atOnce) {
      List<Key> part = keys.subList(from, Math.min(keys.size(), from + atOnce));
      try (ResultSet rows = bound(part, arrayType, link).executeQuery()) {
        while (rows.next()) {
          byte[] @Nullable [] values = found.values(rows);
          for (int item : itemsByKey.getOrDefault(keyOf(rows), List.of())) {
            found.add(item, values);
          }
        }
      }
    }
    return found.size() == 0 ? Outcome.notFound() : found.outcome();
  }

  private PreparedStatement bound(List<Key> keys, @Nullable String arrayType, Link link)
      throws SQLException {
    if (arrayType != null) {
      PreparedStatement statement = link.prepare(table.arrayRead());
      statement.setArray(1, link.connection().createArrayOf(arrayType, keyForm.array(keys)));
      return statement;
    }
    PreparedStatement statement =
        link.prepare(bulkReads.computeIfAbsent(keys.size(), table::bulkRead));
    for (int i = 0; i < keys.size(); i++) {
      keyForm.bind(statement, i + 1, keys.get(i));
    }
    return statement;
  }

  private Object valueOf(Key key) {
    return switch (keyForm) {
      case TEXT -> key.text();
      case NUMBER -> key.number();
      case BYTES -> ByteBuffer.wrap(key.bytes()); // Arrays have no value equality.
    };
  }

  private Object keyOf(ResultSet rows) throws SQLException {
    int column = fieldNames.size() + 1;
    return switch (keyForm) {
      case TEXT -> rows.getString(column);
      case NUMBER -> rows.getLong(column);
      case BYTES -> ByteBuffer.wrap(rows.getBytes(column));
    };
  }

  /**
   * Writes rows in bulk. Of several rows with the same key, only the last is written, because no
   * statement may write a row twice.
   */
  private Outcome bulkWrite(Operation operation, Link link) throws SQLException {
    Map<Object, Integer> lastItems = LinkedHashMap.newLinkedHashMap(operation.size());
    long payloadBytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      lastItems.put(valueOf(operation.key(i)), i);
      payloadBytes += operation.row(i).totalBytes();
    }
    List<Integer> items = List.copyOf(lastItems.values());
    int columns = table.columns().size();
    int atOnce = batches ? items.size() : Math.max(1, dialect.maxParameters() / columns);
    boolean several = items.size() > atOnce && !link.inTransaction();
    if (several) {
      link.begin();
    }
    for (int from = 0; from < items.size(); from += atOnce) {
      List<Integer> part = items.subList(from, Math.min(items.size(), from + atOnce));
      if (batches) {
        writeBatch(operation, part, link);
      } else {
        writeRows(operation, part, link);
      }
    }
    if (several) {
      link.commit();
    }
    return Outcome.succeeded(operation.size(), payloadBytes);
  }

  private void writeRows(Operation operation, List<Integer> items, Link link) throws SQLException {
    PreparedStatement statement =
        link.prepare(bulkWrites.computeIfAbsent(items.size(), rows -> dialect.upsert(table, rows)));
    int parameter = 1;
    for (int item : items) {
      keyForm.bind(statement, parameter, operation.key(item));
      parameter = bindPayload(statement, parameter + 1, operation.key(item), operation.row(item));
    }
    statement.executeUpdate();
  }

  private void writeBatch(Operation operation, List<Integer> items, Link link) throws SQLException {
    PreparedStatement statement = link.prepare(upsert);
    for (int item : items) {
      keyForm.bind(statement, 1, operation.key(item));
      bindPayload(statement, 2, operation.key(item), operation.row(item));
      statement.addBatch();
    }
    int[] _ = statement.executeBatch();
  }

  private long indexed(Key key) {
    return Math.floorMod(key.number(), indexValues);
  }

  /** Binds the payload. Returns the number of the next parameter. */
  private int bindPayload(PreparedStatement statement, int first, Key key, Row row)
      throws SQLException {
    int parameter = first;
    if (indexValues > 0) {
      statement.setLong(parameter, indexed(key));
      parameter++;
    }
    for (int i = 0; i < fieldNames.size(); i++) {
      int field = fieldOf(row, i);
      statement.setBytes(parameter, field < 0 ? null : row.copy(field));
      parameter++;
    }
    return parameter;
  }

  /**
   * Returns the index of a column in a row. Rows have the fields in the order of the table, except
   * rows that a test or a plug-in has created.
   */
  private int fieldOf(Row row, int column) {
    return row.indexOf(fieldNames.get(column), column);
  }
}

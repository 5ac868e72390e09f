package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;

/** Converts operations to statements, and their answers to outcomes. */
final class Operations {
  static final OperationType INSERT_IF_ABSENT = OperationType.writing("insert-if-absent");
  static final OperationType UPDATE_IF = OperationType.writing("update-if");
  static final OperationType INCREMENT =
      new OperationType("increment", OperationType.Side.WRITES, false, false);
  static final OperationType READ_COUNTER = OperationType.reading("read-counter");
  static final OperationType READ_PARTITION = OperationType.reading("read-partition");

  /** The key of the only row of {@code system.local}. */
  private static final ByteBuffer LOCAL =
      ByteBuffer.wrap("local".getBytes(StandardCharsets.US_ASCII)).asReadOnlyBuffer();

  private final TableShape shape;
  private final BulkWriteForm bulkWrite;
  private final BulkReadForm bulkRead;
  private final boolean clocked;
  private final DriverContext.Counter notApplied;
  private final Reader reader;
  private final UserOperations users;
  private volatile Choices choices;

  Operations(TableShape shape, DriverContext context, Choices choices) {
    this.shape = shape;
    this.choices = choices;
    bulkWrite = context.settings().get(CassandraSettings.BULK_WRITE);
    bulkRead = context.settings().get(CassandraSettings.BULK_READ);
    clocked = context.settings().get(CassandraSettings.TIMESTAMPS) == Timestamps.CLIENT;
    notApplied = context.counter("not-applied");
    users = new UserOperations(notApplied, context.seed());
    reader = new Reader(shape, context.fieldNames());
  }

  /** Sets the choices for later operations. */
  void choose(Choices newChoices) {
    choices = newChoices;
  }

  void send(Operation operation, Request request, Templates templates) {
    Choices now = choices;
    PreparedUserStatement own = templates.users(operation.type().name());
    if (own != null) {
      users.send(operation, request, own, now);
      return;
    }
    switch (operation.type().kind()) {
      case READ -> read(operation, request, templates, now);
      case INSERT -> write(operation, request, templates.get(Query.INSERT, now.expire()), now);
      case UPDATE -> write(operation, request, templates.get(Query.UPDATE, now.expire()), now);
      case DELETE -> delete(operation, request, templates, now);
      case SCAN -> scan(operation, request, templates, now);
      case BULK_READ -> bulkRead(operation, request, templates, now);
      case BULK_WRITE ->
          bulkWrite(operation, request, templates.get(Query.INSERT, now.expire()), now);
      case OWN, READ_MODIFY_WRITE -> sendOwn(operation, request, templates, now);
    }
  }

  /**
   * Reads a node-local system table. It uses a consistency level that every cluster accepts,
   * because the table is not replicated.
   */
  static void rehearse(Request request, Templates templates) {
    Template template = templates.get(Query.REHEARSAL, false);
    BoundStatementBuilder statement = template.bind(DefaultConsistencyLevel.LOCAL_ONE);
    statement.setBytesUnsafe(template.key(), LOCAL.duplicate());
    one(request, statement.build(), answer -> succeeded(answer, 0, 0));
  }

  private void sendOwn(Operation operation, Request request, Templates templates, Choices now) {
    OperationType type = operation.type();
    if (type.equals(INSERT_IF_ABSENT)) {
      Template template = templates.get(Query.INSERT_IF_ABSENT, now.expire());
      conditional(operation, request, template, now, Outcome.succeeded(0, 0));
    } else if (type.equals(UPDATE_IF)) {
      Template template = templates.get(Query.UPDATE_IF, now.expire());
      conditional(operation, request, template, now, Outcome.notFound());
    } else if (type.equals(INCREMENT) || type.equals(READ_COUNTER)) {
      count(operation, request, templates, now);
    } else if (type.equals(READ_PARTITION)) {
      readPartition(operation, request, templates, now);
    } else {
      request.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
    }
  }

  private void read(Operation operation, Request request, Templates templates, Choices now) {
    Template template = templates.get(Query.READ, false);
    one(request, keyed(template, operation.key(), now.read()), reader::row);
  }

  private void delete(Operation operation, Request request, Templates templates, Choices now) {
    Template template = templates.get(Query.DELETE, false);
    one(request, keyed(template, operation.key(), now.write()), answer -> succeeded(answer, 1, 0));
  }

  private void count(Operation operation, Request request, Templates templates, Choices now) {
    boolean reads = operation.type().side() == OperationType.Side.READS;
    Template template = templates.find(reads ? Query.READ_COUNTER : Query.INCREMENT, false);
    if (template == null) {
      request.finish(Outcome.failed(FailureCode.own("no-counters")).withAttempts(0));
      return;
    }
    BoundStatementBuilder statement = template.bind(reads ? now.read() : now.write());
    statement.setBytesUnsafe(template.key(), wholeKey(operation.key()));
    one(
        request,
        statement.build(),
        reads ? Reader::counter : answer -> succeeded(answer, 1, Long.BYTES));
  }

  private void readPartition(
      Operation operation, Request request, Templates templates, Choices now) {
    Template template = templates.get(Query.READ_PARTITION, false);
    BoundStatementBuilder statement = template.bind(now.read());
    statement.setBytesUnsafe(template.key(), partitionKey(operation.key()));
    pages(request, statement.setPageSize(now.pageSize()).build(), Integer.MAX_VALUE);
  }

  private void write(Operation operation, Request request, Template template, Choices now) {
    long payloadBytes = operation.row().totalBytes();
    one(
        request,
        written(template, operation, 0, now).build(),
        answer -> succeeded(answer, 1, payloadBytes));
  }

  private BoundStatementBuilder written(
      Template template, Operation operation, int item, Choices now) {
    BoundStatementBuilder statement = template.bind(now.write());
    bindKey(statement, template.key(), operation.key(item));
    shape.layout().bind(statement, template.fields(), operation.row(item));
    if (template.ttl() >= 0) {
      var _ = statement.setInt(template.ttl(), now.ttlSeconds());
    }
    return statement;
  }

  /** Sends a lightweight transaction. It may not be applied. */
  private void conditional(
      Operation operation, Request request, Template template, Choices now, Outcome refused) {
    long payloadBytes = operation.row().totalBytes();
    BoundStatement statement =
        written(template, operation, 0, now).setSerialConsistencyLevel(now.serial()).build();
    one(
        request,
        statement,
        answer -> {
          if (answer.wasApplied()) {
            return succeeded(answer, 1, payloadBytes);
          }
          notApplied.add(1);
          return refused.withAttempts(Answers.attempts(answer.getExecutionInfo()));
        });
  }

  private void scan(Operation operation, Request request, Templates templates, Choices now) {
    Template template = templates.get(Query.SCAN, false);
    BoundStatementBuilder statement = template.bind(now.read());
    bindKey(statement, template.key(), operation.key());
    var _ = statement.setInt(template.limit(), operation.scanLength());
    statement.setPageSize(now.pageSize());
    if (!shape.hasPosition()) {
      // The library cannot derive the routing key from token(…).
      statement.setRoutingKey(partitionKey(operation.key()));
    }
    pages(request, statement.build(), operation.scanLength());
  }

  private void pages(Request request, Statement<?> statement, int most) {
    Scan scan = new Scan(request, reader, most);
    request.session().executeAsync(statement).whenComplete(scan::page);
  }

  private void bulkRead(Operation operation, Request request, Templates templates, Choices now) {
    int size = operation.size();
    Template many = templates.find(Query.READ_MANY, false);
    if (bulkRead == BulkReadForm.IN && many != null) {
      List<ByteBuffer> keys = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        keys.add(partitionKey(operation.key(i)));
      }
      BoundStatementBuilder statement = many.bind(now.read());
      var _ = statement.set(0, keys, TypeCodecs.listOf(TypeCodecs.BLOB));
      statement.setPageSize(Integer.MAX_VALUE);
      statement.setRoutingKey(keys.getFirst());
      one(request, statement.build(), answer -> reader.rowsOf(answer, keys));
      return;
    }
    Template template = templates.get(Query.READ, false);
    Statement<?>[] statements = new Statement<?>[size];
    for (int i = 0; i < size; i++) {
      statements[i] = keyed(template, operation.key(i), now.read());
    }
    all(request, statements, reader::rows);
  }

  private void bulkWrite(Operation operation, Request request, Template template, Choices now) {
    int size = operation.size();
    long bytes = 0;
    BoundStatement[] rows = new BoundStatement[size];
    for (int i = 0; i < size; i++) {
      bytes += operation.row(i).totalBytes();
      rows[i] = written(template, operation, i, now).build();
    }
    long payloadBytes = bytes;
    Statement<?>[] statements = bulkWrite.isBatch() ? batches(rows, now) : rows;
    all(
        request,
        statements,
        answers -> Outcome.succeeded(size, payloadBytes).withAttempts(Answers.attempts(answers)));
  }

  private Statement<?>[] batches(BoundStatement[] rows, Choices now) {
    Map<Object, BatchStatementBuilder> batches = new LinkedHashMap<>();
    BatchType type = bulkWrite.isLogged() ? DefaultBatchType.LOGGED : DefaultBatchType.UNLOGGED;
    for (BoundStatement row : rows) {
      ByteBuffer key = Objects.requireNonNull(row.getRoutingKey());
      batches
          .computeIfAbsent(
              bulkWrite.isByPartition() ? key : type,
              _ ->
                  BatchStatement.builder(type)
                      .setConsistencyLevel(now.write())
                      .setIdempotence(clocked)
                      .setRoutingKeyspace(shape.keyspace())
                      .setRoutingKey(key))
          .addStatement((BatchableStatement<?>) row);
    }
    return batches.values().stream().map(BatchStatementBuilder::build).toArray(Statement<?>[]::new);
  }

  private static void one(
      Request request, Statement<?> statement, Function<AsyncResultSet, Outcome> outcome) {
    request
        .session()
        .executeAsync(statement)
        .whenComplete((answer, failure) ->
            request.finish(failure == null ? outcome.apply(answer) : Failures.outcome(failure)));
  }

  /** Sends statements in parallel. The outcome combines all answers, or is the first failure. */
  private static void all(
      Request request, Statement<?>[] statements, Function<AsyncResultSet[], Outcome> outcome) {
    Gathering gathering = new Gathering(request, statements.length, outcome);
    for (int i = 0; i < statements.length; i++) {
      int place = i;
      request
          .session()
          .executeAsync(statements[i])
          .whenComplete((answer, failure) -> gathering.take(place, answer, failure));
    }
  }

  private BoundStatement keyed(Template template, Key key, ConsistencyLevel consistency) {
    BoundStatementBuilder statement = template.bind(consistency);
    bindKey(statement, template.key(), key);
    return statement.build();
  }

  private void bindKey(BoundStatementBuilder statement, int marker, Key key) {
    statement.setBytesUnsafe(marker, partitionKey(key));
    if (shape.hasPosition()) {
      var _ = statement.setInt(marker + 1, (int) (key.number() % shape.rowsPerPartition()));
    }
  }

  /** Returns the partition key for the row of a key. */
  private ByteBuffer partitionKey(Key key) {
    if (!shape.hasPosition()) {
      return wholeKey(key);
    }
    long partition = key.number() / shape.rowsPerPartition();
    return shape.keyType() == KeyType.BIGINT
        ? eightBytes(partition)
        : ByteBuffer.wrap(("partition" + partition).getBytes(StandardCharsets.US_ASCII));
  }

  /** Copies the key, because the library reads it on another thread. */
  private ByteBuffer wholeKey(Key key) {
    return switch (shape.keyType()) {
      case BIGINT -> eightBytes(key.number());
      case TEXT -> ByteBuffer.wrap(key.text().getBytes(StandardCharsets.UTF_8));
      case BLOB -> ByteBuffer.wrap(key.bytes().clone());
    };
  }

  private static ByteBuffer eightBytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, number);
  }

  private static Outcome succeeded(AsyncResultSet answer, int items, long payloadBytes) {
    int attempts = Answers.attempts(answer.getExecutionInfo());
    Outcome outcome = Outcome.succeeded(items, payloadBytes);
    return attempts == 1 ? outcome : outcome.withAttempts(attempts);
  }
}

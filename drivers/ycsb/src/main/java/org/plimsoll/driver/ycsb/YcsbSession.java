package org.plimsoll.driver.ycsb;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.SettingValues;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** A session with one DB object on its own thread. */
final class YcsbSession implements BlockingSession {
  static final OperationType WORKLOAD_TRANSACTION =
      new OperationType("workload-transaction", OperationType.Side.WRITES, false, false);
  static final OperationType WORKLOAD_INSERT =
      new OperationType("workload-insert", OperationType.Side.WRITES, false, false);

  private static final double RETRY_SPREAD = 0.4;

  private final DB db;
  private final Fields fields;
  private final DriverContext context;
  private final HostedWorkload.@Nullable OnThread workload;
  private final SplittableRandom random;
  private final String table;
  private final boolean readsAllFields;
  private final long insertRetries;
  private final Duration retryInterval;

  YcsbSession(
      DB db, Fields fields, DriverContext context, HostedWorkload.@Nullable OnThread workload) {
    this.db = db;
    this.fields = fields;
    this.context = context;
    this.workload = workload;
    this.random = new SplittableRandom(context.seed());
    SettingValues settings = context.settings();
    this.table = settings.get(YcsbSettings.TABLE);
    this.readsAllFields = settings.get(YcsbSettings.READ_ALL_FIELDS);
    this.insertRetries = settings.get(YcsbSettings.INSERT_RETRIES);
    this.retryInterval = settings.get(YcsbSettings.INSERT_RETRY_INTERVAL);
  }

  @Override
  public Outcome execute(Operation operation) throws InterruptedException {
    try {
      return switch (operation.type().kind()) {
        case READ -> read(operation);
        case SCAN -> scan(operation);
        case UPDATE -> update(operation);
        case INSERT -> insert(operation);
        case DELETE -> written(db.delete(table, operation.key().text()), 0);
        default -> hosted(operation.type().equals(WORKLOAD_INSERT));
      };
    } catch (LinkageError e) {
      return Outcome.failed(e); // A class that the binding needs is missing.
    }
  }

  private Outcome read(Operation operation) {
    HashMap<String, ByteIterator> result = HashMap.newHashMap(fields.count());
    Status status = db.read(table, operation.key().text(), asked(), result);
    if (status == null || !status.isOk()) {
      return unsuccessful(status);
    }
    Outcome outcome = Outcome.succeeded(fields.payloadBytes(result));
    return fields.areVerifiable() && readsAllFields
        ? outcome.withRows(fields.lend(List.of(result)))
        : outcome;
  }

  @SuppressWarnings("JdkObsolete") // As in YCSB's interface.
  private Outcome scan(Operation operation) {
    Vector<HashMap<String, ByteIterator>> result = new Vector<>();
    Status status = db.scan(table, operation.key().text(), operation.scanLength(), asked(), result);
    if (status == null || !status.isOk()) {
      return unsuccessful(status);
    }
    long bytes = 0;
    for (HashMap<String, ByteIterator> row : result) {
      bytes += fields.payloadBytes(row);
    }
    return Outcome.succeeded(result.size(), bytes);
  }

  private Outcome update(Operation operation) {
    return written(
        db.update(table, operation.key().text(), fields.of(operation.row())),
        operation.row().totalBytes());
  }

  private Outcome insertOnce(Operation operation) {
    return written(
        db.insert(table, operation.key().text(), fields.of(operation.row())),
        operation.row().totalBytes());
  }

  /**
   * Inserts a row, with retries. Each retry sends the whole row, whereas YCSB sends only the bytes
   * that the previous attempt has not consumed.
   */
  private Outcome insert(Operation operation) throws InterruptedException {
    int attempts = 1;
    Outcome outcome = insertOnce(operation);
    while (outcome.status() == Outcome.Status.FAILED && attempts <= insertRetries) {
      double factor = 1 - RETRY_SPREAD / 2 + RETRY_SPREAD * random.nextDouble();
      Thread.sleep(Duration.ofNanos((long) (retryInterval.toNanos() * factor)));
      outcome = insertOnce(operation);
      attempts++;
    }
    boolean buffered = outcome.attempts() == 0;
    return attempts == 1 || buffered ? outcome : outcome.withAttempts(attempts);
  }

  private Outcome hosted(boolean insert) {
    if (workload == null) {
      return Outcome.failed(FailureCode.own("no-workload-class"));
    }
    TimedDb.Calls calls = workload.perform(insert);
    Outcome failure = calls.failure();
    if (failure != null) {
      return failure.withAttempts(Math.max(1, calls.count()));
    }
    if (calls.batched()) {
      return Outcome.buffered(calls.bytes());
    }
    return Outcome.succeeded(calls.bytes()).withAttempts(Math.max(1, calls.count()));
  }

  private @Nullable Set<String> asked() {
    return readsAllFields ? null : fields.only(random.nextInt(fields.count()));
  }

  private static Outcome written(@Nullable Status status, long bytes) {
    if (Statuses.isBatched(status)) {
      return Outcome.buffered(bytes);
    }
    return status != null && status.isOk() ? Outcome.succeeded(bytes) : unsuccessful(status);
  }

  private static Outcome unsuccessful(@Nullable Status status) {
    return Statuses.isNotFound(status) ? Outcome.notFound() : Statuses.failure(status);
  }

  @Override
  public void close() {
    try {
      db.cleanup();
    } catch (DBException | RuntimeException | LinkageError e) {
      context.event("cleanup of a DB object failed: " + Outcome.sentenceOf(e));
    }
  }
}

package org.plimsoll.driver.ycsb;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * A DB for a workload class. It times each call under its name, and records the outcomes of the
 * calls of one operation. Only one thread uses it.
 */
final class TimedDb extends DB {
  private final DB db;
  private final DriverContext context;
  private final Map<String, DriverContext.Timing> timings = new HashMap<>();
  private final Map<String, DriverContext.Counter> counters = new HashMap<>();
  private int calls;
  private long bytes;
  private boolean batched;
  private @Nullable Outcome failure;

  /**
   * The results of the calls of one operation.
   *
   * @param failure the first failure; null if there was none
   * @param batched whether all written data is still in a buffer
   */
  record Calls(int count, long bytes, @Nullable Outcome failure, boolean batched) {}

  TimedDb(DB db, DriverContext context) {
    this.db = db;
    this.context = context;
    super.setProperties(db.getProperties());
  }

  void begin() {
    calls = 0;
    bytes = 0;
    batched = false;
    failure = null;
  }

  Calls end(boolean done) {
    return new Calls(
        calls,
        bytes,
        failure == null && !done ? Outcome.failed(FailureCode.own("not-done")) : failure,
        batched);
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    long start = System.nanoTime();
    Status status = db.read(table, key, fields, result);
    bytes += Fields.bytes(result);
    return ended("read", start, status);
  }

  @Override
  @SuppressWarnings("NonApiType") // As in YCSB's interface.
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    long start = System.nanoTime();
    return ended("scan", start, db.scan(table, startkey, recordcount, fields, result));
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    bytes += Fields.bytes(values);
    long start = System.nanoTime();
    return ended("update", start, db.update(table, key, values));
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    bytes += Fields.bytes(values);
    long start = System.nanoTime();
    return ended("insert", start, db.insert(table, key, values));
  }

  @Override
  public Status delete(String table, String key) {
    long start = System.nanoTime();
    return ended("delete", start, db.delete(table, key));
  }

  private Status ended(String call, long startNanos, @Nullable Status status) {
    long nanos = System.nanoTime() - startNanos;
    calls++;
    boolean buffered = Statuses.isBatched(status);
    batched |= buffered;
    String name = "ycsb-" + call;
    if (status != null && status.isOk() && !buffered) {
      timings.computeIfAbsent(name, context::timing).record(nanos);
    } else if (!buffered && failure == null) {
      failure = Statuses.failure(status);
    }
    String told = status == null ? "null" : status.getName();
    counters.computeIfAbsent(name + "/" + told, context::counter).add(1);
    return status == null ? Status.ERROR : status;
  }
}

package org.plimsoll.driver.geode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.geode.cache.CacheTransactionManager;
import org.apache.geode.cache.EntryNotFoundException;
import org.apache.geode.cache.Region;
import org.apache.geode.cache.TransactionId;
import org.apache.geode.cache.query.QueryException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.Outcome;

/**
 * A session with the calls on the region that all sessions share, and at most one open transaction.
 */
final class GeodeSession implements BlockingSession {
  private final OpenRegion target;
  private final Region<String, Object> region;
  private final Values values;
  private final TimedWrites writes;
  private @Nullable TransactionId suspended;

  /**
   * Creates a session.
   *
   * @param events the timer for events; null without a subscription
   */
  GeodeSession(OpenRegion target, Values values, @Nullable Events events) {
    this.target = target;
    region = target.region();
    this.values = values;
    writes = new TimedWrites(events);
  }

  @Override
  public Outcome execute(Operation operation) throws QueryException {
    if (target.isClosed()) {
      return Outcome.failed(Common.CLOSED).withAttempts(0);
    }
    Place place = operation.place();
    if (!place.continues()) {
      writes.drop(); // The rollback of an abandoned transaction.
    }
    boolean succeeded = false;
    try {
      Outcome outcome = place == Place.ALONE ? perform(operation) : step(operation);
      succeeded = outcome.status() == Outcome.Status.SUCCEEDED;
      return outcome;
    } finally {
      if (!succeeded) {
        writes.drop();
      } else if (!place.hasNext()) {
        writes.keep();
      }
    }
  }

  /**
   * Executes a step of a transaction. Geode binds a transaction to a thread, so it is suspended
   * between steps, which may run on different threads.
   */
  private Outcome step(Operation operation) throws QueryException {
    CacheTransactionManager transactions = target.transactions();
    TransactionId open = suspended;
    suspended = null;
    if (!operation.place().continues()) {
      if (open != null && transactions.tryResume(open)) {
        transactions.rollback();
      }
      transactions.begin();
    } else if (open == null || !transactions.tryResume(open)) {
      return Outcome.failed(FailureCode.own("transaction-lost"), "there is no open transaction");
    }
    boolean ended = false;
    try {
      Outcome outcome = perform(operation);
      if (outcome.status() == Outcome.Status.SUCCEEDED) {
        if (operation.place().hasNext()) {
          suspended = transactions.suspend();
        } else {
          transactions.commit();
        }
        ended = true;
      }
      return outcome; // If the step has failed, no later step can end the transaction.
    } finally {
      if (!ended && transactions.exists()) {
        transactions.rollback();
      }
    }
  }

  private Outcome perform(Operation operation) throws QueryException {
    return switch (operation.type().kind()) {
      case READ -> values.found(region.get(operation.key().text()));
      case INSERT, UPDATE -> {
        region.put(operation.key().text(), written(operation, 0));
        yield Outcome.succeeded(operation.row().totalBytes());
      }
      case DELETE -> delete(operation.key().text());
      case BULK_READ -> bulkRead(operation);
      case BULK_WRITE -> bulkWrite(operation);
      default -> own(operation);
    };
  }

  /** Encodes the value of an item, and registers the start of its write. */
  private Object written(Operation operation, int index) {
    Object value = values.encode(operation.key(index), operation.row(index));
    writes.begin(operation.key(index).text());
    return value;
  }

  private Outcome own(Operation operation) throws QueryException {
    String key = operation.key().text();
    if (operation.type().equals(GeodeOperations.PUT_IF_ABSENT)) {
      return region.putIfAbsent(key, written(operation, 0)) == null
          ? Outcome.succeeded(operation.row().totalBytes())
          : Outcome.failed(Common.EXISTS);
    }
    if (operation.type().equals(GeodeOperations.REPLACE)) {
      return region.replace(key, written(operation, 0)) == null
          ? Outcome.notFound()
          : Outcome.succeeded(operation.row().totalBytes());
    }
    if (operation.type().equals(GeodeOperations.CONTAINS)) {
      return region.containsKeyOnServer(key) ? Outcome.succeeded(0) : Outcome.notFound();
    }
    if (operation.type().equals(GeodeOperations.QUERY)) {
      return query(key, operation.key().number());
    }
    return Outcome.failed(Common.UNSUPPORTED).withAttempts(0);
  }

  private Outcome delete(String key) {
    try {
      region.destroy(key);
      return Outcome.succeeded(0);
    } catch (EntryNotFoundException e) {
      return Outcome.notFound();
    }
  }

  private Outcome query(String key, long number) throws QueryException {
    Object answer = target.query(key, number);
    Collection<?> found = answer instanceof Collection<?> all ? all : List.of(answer);
    long bytes = 0;
    for (Object each : found) {
      bytes += each == null ? 0 : Math.max(0, values.payloadBytes(each));
    }
    return found.isEmpty() ? Outcome.notFound() : Outcome.succeeded(found.size(), bytes);
  }

  private Outcome bulkRead(Operation operation) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < operation.size(); i++) {
      keys.add(operation.key(i).text());
    }
    Map<String, Object> found = region.getAll(keys);
    // RowFrame.foundAll accepts only bytes, but a value can be a PdxInstance.
    int items = 0;
    long bytes = 0;
    for (String key : keys) {
      Object value = found.get(key);
      if (value != null) {
        items++;
        bytes += Math.max(0, values.payloadBytes(value));
      }
    }
    return items == 0
        ? Outcome.notFound()
        : Outcome.succeeded(items, bytes)
            .withRows(visitor -> {
              for (int i = 0; i < keys.size(); i++) {
                Object value = found.get(keys.get(i));
                if (value != null) {
                  values.visit(i, value, visitor);
                }
              }
            });
  }

  private Outcome bulkWrite(Operation operation) {
    Map<String, Object> rows = new LinkedHashMap<>();
    long bytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      rows.put(operation.key(i).text(), written(operation, i));
      bytes += operation.row(i).totalBytes();
    }
    region.putAll(rows);
    return Outcome.succeeded(operation.size(), bytes);
  }

  /** Reads a key that no workload uses from the server. */
  @Override
  public void rehearse(Operation operation) {
    if (!target.isClosed()) {
      boolean _ = region.containsKeyOnServer(OpenRegion.NO_KEY);
    }
  }

  @Override
  public FailureCode failureCode(Exception exception) {
    return Failures.codeOf(exception);
  }

  /** Closes the session. The server ends an open transaction after an idle timeout. */
  @Override
  public void close() {}
}

package org.plimsoll.driver.memcached;

import com.spotify.folsom.MemcacheStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext.Counter;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.OperationType.Side;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.kit.MemcachedKeys;
import org.plimsoll.api.kit.RowFrame;
import org.plimsoll.driver.memcached.Connection.Storing;

/** Maps operations to requests, and answers to outcomes. */
final class Commands {
  static final OperationType ADD = OperationType.writing("add");
  static final OperationType REPLACE = OperationType.writing("replace");
  static final OperationType CAS = OperationType.writing("cas");
  static final OperationType APPEND = OperationType.writing("append");
  static final OperationType PREPEND = OperationType.writing("prepend");
  static final OperationType TOUCH = new OperationType("touch", Side.WRITES, false, false);
  static final OperationType INCREMENT = new OperationType("increment", Side.WRITES, false, false);
  private static final String COUNTER_SUFFIX = ":count";
  private static final byte[] ONE = "1".getBytes(StandardCharsets.US_ASCII);

  private final RowFrame rows;
  private final Counter hits;
  private final Counter misses;
  private volatile int timeToLiveSeconds;

  Commands(List<String> fieldNames, Counter hits, Counter misses) {
    rows = new RowFrame(fieldNames);
    this.hits = hits;
    this.misses = misses;
  }

  /** Sets the time to live for later writes; zero: values never expire. */
  void timeToLive(Duration timeToLive) {
    timeToLiveSeconds = Math.toIntExact(timeToLive.toSeconds());
  }

  void send(Operation operation, Request request, Connection connection) {
    OperationType type = operation.type();
    if (type.bulk()) {
      if (type.kind() == OperationType.Kind.BULK_READ) {
        bulkRead(operation, request, connection);
      } else {
        bulkWrite(operation, request, connection);
      }
      return;
    }
    String key =
        MemcachedKeys.latin(operation.key().bytes(), type.equals(INCREMENT) ? COUNTER_SUFFIX : "");
    if (key == null) {
      request.finish(Outcome.failed(Common.KEY_TOO_LONG).withAttempts(0));
      return;
    }
    switch (type.kind()) {
      case READ -> read(key, request, connection);
      case INSERT, UPDATE -> store(Storing.SET, key, operation, request, connection);
      case DELETE -> answered(connection.delete(key), 0, request);
      default -> sendOwn(type, key, operation, request, connection);
    }
  }

  /** Sends a request without a key to the server of the operation's key. */
  static void rehearse(Operation operation, Request request, Connection connection) {
    String key = MemcachedKeys.latin(operation.key().bytes(), "");
    if (key == null) {
      request.finish(Outcome.failed(Common.KEY_TOO_LONG).withAttempts(0));
    } else {
      answered(connection.ping(key), 0, request);
    }
  }

  private void sendOwn(
      OperationType type, String key, Operation operation, Request request, Connection connection) {
    if (type.equals(ADD)) {
      add(key, operation, request, connection);
    } else if (type.equals(REPLACE)) {
      store(Storing.REPLACE, key, operation, request, connection);
    } else if (type.equals(APPEND) || type.equals(PREPEND)) {
      byte[] more = operation.row().copy(0);
      Storing how = type.equals(APPEND) ? Storing.APPEND : Storing.PREPEND;
      answered(connection.store(how, key, more, timeToLiveSeconds), more.length, request);
    } else if (type.equals(CAS)) {
      compareAndSet(key, operation, request, connection);
    } else if (type.equals(TOUCH)) {
      answered(connection.touch(key, timeToLiveSeconds), 0, request);
    } else if (type.equals(INCREMENT)) {
      increment(key, request, connection);
    } else {
      request.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
    }
  }

  private void store(
      Storing how, String key, Operation operation, Request request, Connection connection) {
    byte[] value = rows.encode(operation.row());
    answered(
        connection.store(how, key, value, timeToLiveSeconds),
        operation.row().totalBytes(),
        request);
  }

  private void read(String key, Request request, Connection connection) {
    var _ =
        connection
            .get(key)
            .whenComplete((value, failure) -> {
              if (failure != null) {
                request.finish(Failures.outcome(failure));
              } else if (value == null) {
                misses.add(1);
                request.finish(Outcome.notFound());
              } else {
                hits.add(1);
                request.finish(rows.found(value, value.length));
              }
            });
  }

  private static void answered(
      CompletionStage<MemcacheStatus> answer, long payloadBytes, Request request) {
    var _ =
        answer.whenComplete((status, failure) ->
            request.finish(
                failure != null ? Failures.outcome(failure) : outcome(status, payloadBytes)));
  }

  private static Outcome outcome(MemcacheStatus status, long payloadBytes) {
    return switch (status) {
      case OK -> Outcome.succeeded(payloadBytes);
      case KEY_NOT_FOUND, ITEM_NOT_STORED -> Outcome.notFound();
      default -> Outcome.failed(Failures.codeOf(status), () -> "the server answered " + status);
    };
  }

  /**
   * Adds a row. If the key exists, the text protocol answers "not stored", and the binary protocol
   * "key exists".
   */
  private void add(String key, Operation operation, Request request, Connection connection) {
    long payloadBytes = operation.row().totalBytes();
    var _ =
        connection
            .store(Storing.ADD, key, rows.encode(operation.row()), timeToLiveSeconds)
            .whenComplete((status, failure) -> {
              if (failure != null) {
                request.finish(Failures.outcome(failure));
              } else {
                request.finish(
                    status == MemcacheStatus.ITEM_NOT_STORED
                        ? Outcome.failed(Common.EXISTS)
                        : outcome(status, payloadBytes));
              }
            });
  }

  /** Reads the value with its version, and writes the row if the version has not changed. */
  private void compareAndSet(
      String key, Operation operation, Request request, Connection connection) {
    byte[] value = rows.encode(operation.row());
    long payloadBytes = operation.row().totalBytes();
    var _ =
        connection
            .version(key)
            .thenCompose(version -> replace(key, value, version, connection))
            .whenComplete((status, failure) -> {
              if (failure != null) {
                request.finish(Failures.outcome(failure));
              } else {
                request.finish(
                    status == MemcacheStatus.KEY_EXISTS
                        ? Outcome.failed(FailureCode.own("cas-conflict"))
                        : outcome(status, payloadBytes));
              }
            });
  }

  private CompletionStage<MemcacheStatus> replace(
      String key, byte[] value, @Nullable Long version, Connection connection) {
    return version == null
        ? CompletableFuture.completedFuture(MemcacheStatus.KEY_NOT_FOUND)
        : connection.store(key, value, timeToLiveSeconds, version);
  }

  /**
   * Increments a counter. A missing counter starts at 1. Some protocols need a second request for
   * this.
   */
  private void increment(String key, Request request, Connection connection) {
    int ttl = timeToLiveSeconds;
    var _ =
        connection
            .increment(key, ttl)
            .whenComplete((isThere, failure) -> {
              if (failure != null) {
                request.finish(Failures.outcome(failure));
              } else if (isThere) {
                request.finish(Outcome.succeeded(Long.BYTES));
              } else {
                begin(key, ttl, request, connection);
              }
            });
  }

  private static void begin(String key, int ttl, Request request, Connection connection) {
    var _ =
        connection
            .store(Storing.ADD, key, ONE, ttl)
            .whenComplete((status, failure) -> {
              Outcome outcome =
                  failure != null
                      ? Failures.outcome(failure)
                      // Another client created it in between. A retry would count twice.
                      : status == MemcacheStatus.ITEM_NOT_STORED
                          ? Outcome.failed(Common.EXISTS)
                          : outcome(status, Long.BYTES);
              request.finish(outcome.withAttempts(2));
            });
  }

  private void bulkRead(Operation operation, Request request, Connection connection) {
    int size = operation.size();
    List<String> keys = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      String key = MemcachedKeys.latin(operation.key(i).bytes(), "");
      if (key == null) {
        request.finish(Outcome.failed(Common.KEY_TOO_LONG).withAttempts(0));
        return;
      }
      keys.add(key);
    }
    if (size == 0) {
      request.finish(Outcome.succeeded(0, 0));
      return;
    }
    var _ =
        connection
            .get(keys)
            .whenComplete((values, failure) ->
                request.finish(failure != null ? Failures.outcome(failure) : foundAll(values)));
  }

  private Outcome foundAll(List<byte[]> values) {
    Outcome found = rows.foundAll(values);
    if (found.status() != Status.FAILED) {
      hits.add(found.items());
      misses.add(values.size() - found.items());
    }
    return found;
  }

  /** Sends all sets of a bulk operation at once. The first failure is the outcome. */
  private void bulkWrite(Operation operation, Request request, Connection connection) {
    int size = operation.size();
    String[] keys = new String[size];
    long payloadBytes = 0;
    for (int i = 0; i < size; i++) {
      String key = MemcachedKeys.latin(operation.key(i).bytes(), "");
      if (key == null) {
        request.finish(Outcome.failed(Common.KEY_TOO_LONG).withAttempts(0));
        return;
      }
      keys[i] = key;
      payloadBytes += operation.row(i).totalBytes();
    }
    byte[][] values = new byte[size][];
    for (int i = 0; i < size; i++) {
      values[i] = rows.encode(operation.row(i));
    }
    BulkEnd end = new BulkEnd(size, payloadBytes, request);
    for (int i = 0; i < size; i++) {
      var _ =
          connection
              .store(Storing.SET, keys[i], values[i], timeToLiveSeconds)
              .whenComplete((status, failure) ->
                  end.one(failure != null ? Failures.outcome(failure) : outcome(status, 0)));
    }
  }
}

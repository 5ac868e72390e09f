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
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.driver.memcached.Connection.Storing;

/** Operations as requests, and answers as outcomes. */
final class Commands {
  static final String ADD = "add";
  static final String REPLACE = "replace";
  static final String CAS = "cas";
  static final String APPEND = "append";
  static final String PREPEND = "prepend";
  static final String TOUCH = "touch";
  static final String INCREMENT = "increment";
  private static final String COUNTER_SUFFIX = ":count";
  private static final byte[] ONE = "1".getBytes(StandardCharsets.US_ASCII);

  private final RowCodec rows;
  private final Counter hits;
  private final Counter misses;
  private volatile int timeToLiveSeconds;

  Commands(List<String> fieldNames, Counter hits, Counter misses) {
    rows = new RowCodec(fieldNames);
    this.hits = hits;
    this.misses = misses;
  }

  /** How long values live that are written from now on; zero is for ever. */
  void timeToLive(Duration timeToLive) {
    timeToLiveSeconds = Math.toIntExact(timeToLive.toSeconds());
  }

  void send(Operation operation, Request request, Connection connection) {
    switch (operation.type().name()) {
      case "bulk-read" -> bulkRead(operation, request, connection);
      case "bulk-write" -> bulkWrite(operation, request, connection);
      default -> {
        String name = operation.type().name();
        String key = Keys.of(operation.key().bytes(), name.equals(INCREMENT) ? COUNTER_SUFFIX : "");
        if (key == null) {
          request.finish(Outcome.failed("key-too-long").withAttempts(0));
        } else {
          sendOne(name, key, operation, request, connection);
        }
      }
    }
  }

  private void sendOne(
      String name, String key, Operation operation, Request request, Connection connection) {
    int ttl = timeToLiveSeconds;
    switch (name) {
      case "read" -> read(key, request, connection);
      case "insert", "update" -> {
        byte[] value = rows.encode(operation.row());
        stored(connection.store(Storing.SET, key, value, ttl), operation, request);
      }
      case ADD -> add(key, operation, request, connection);
      case REPLACE -> {
        byte[] value = rows.encode(operation.row());
        stored(connection.store(Storing.REPLACE, key, value, ttl), operation, request);
      }
      case APPEND, PREPEND -> {
        byte[] more = operation.row().copy(0);
        Storing how = name.equals(APPEND) ? Storing.APPEND : Storing.PREPEND;
        answered(connection.store(how, key, more, ttl), more.length, request);
      }
      case CAS -> compareAndSet(key, operation, request, connection);
      case TOUCH -> answered(connection.touch(key, ttl), 0, request);
      case "delete" -> answered(connection.delete(key), 0, request);
      case INCREMENT -> increment(key, request, connection);
      default -> request.finish(Outcome.failed("unsupported").withAttempts(0));
    }
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
                request.finish(found(value));
              }
            });
  }

  private Outcome found(byte[] value) {
    long bytes = rows.payloadBytes(value);
    return bytes < 0
        ? Outcome.failed("wrong-form")
        : Outcome.succeeded(bytes).withRows(visitor -> rows.lend(0, value, visitor));
  }

  private void stored(CompletionStage<MemcacheStatus> answer, Operation operation, Request to) {
    answered(answer, operation.row().totalBytes(), to);
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

  /** Of a key that is taken, the text protocol says that it was not stored, binary that it is. */
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
                        ? Outcome.failed("exists")
                        : outcome(status, payloadBytes));
              }
            });
  }

  /** Reads the value with its version, and writes the row where the version is still the same. */
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
                        ? Outcome.failed("cas-conflict")
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

  /** A counter that is not there begins at 1, with a second request where it must. */
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
                      // Somebody began it in between, and would count twice if it was tried again.
                      : status == MemcacheStatus.ITEM_NOT_STORED
                          ? Outcome.failed("exists")
                          : outcome(status, Long.BYTES);
              request.finish(outcome.withAttempts(2));
            });
  }

  private void bulkRead(Operation operation, Request request, Connection connection) {
    int size = operation.size();
    List<String> keys = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      String key = Keys.of(operation.key(i).bytes(), "");
      if (key == null) {
        request.finish(Outcome.failed("key-too-long").withAttempts(0));
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
    int items = 0;
    long bytes = 0;
    for (byte[] value : values) {
      if (value != null) {
        long its = rows.payloadBytes(value);
        if (its < 0) {
          return Outcome.failed("wrong-form");
        }
        items++;
        bytes += its;
      }
    }
    hits.add(items);
    misses.add(values.size() - items);
    return items == 0
        ? Outcome.notFound()
        : Outcome.succeeded(items, bytes)
            .withRows(visitor -> {
              for (int i = 0; i < values.size(); i++) {
                byte[] value = values.get(i);
                if (value != null) {
                  rows.lend(i, value, visitor);
                }
              }
            });
  }

  /** Sets, all under way at once; the first that fails says how the bulk ended. */
  private void bulkWrite(Operation operation, Request request, Connection connection) {
    int size = operation.size();
    String[] keys = new String[size];
    long payloadBytes = 0;
    for (int i = 0; i < size; i++) {
      String key = Keys.of(operation.key(i).bytes(), "");
      if (key == null) {
        request.finish(Outcome.failed("key-too-long").withAttempts(0));
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

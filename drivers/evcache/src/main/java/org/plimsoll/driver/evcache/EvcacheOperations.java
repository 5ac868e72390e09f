package org.plimsoll.driver.evcache;

import com.netflix.evcache.EVCache;
import com.netflix.evcache.EVCacheException;
import com.netflix.evcache.EVCacheLatch;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.spy.memcached.CachedData;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.OperationType.Kind;
import org.plimsoll.api.OperationType.Side;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.kit.MemcachedKeys;
import org.plimsoll.api.kit.RowFrame;
import org.plimsoll.driver.evcache.ReadTraces.Trace;

/** Maps operations to client calls, and their results to outcomes. */
final class EvcacheOperations {
  static final OperationType ADD = OperationType.writing("add");
  static final OperationType REPLACE = OperationType.writing("replace");
  static final OperationType APPEND_OR_ADD = OperationType.writing("append-or-add");
  static final OperationType TOUCH = new OperationType("touch", Side.WRITES, false, false);
  static final OperationType READ_AND_TOUCH = OperationType.reading("read-and-touch");

  static final Set<OperationType> ALL =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          ADD,
          REPLACE,
          APPEND_OR_ADD,
          TOUCH,
          READ_AND_TOUCH);

  /** Operations that the client refuses for values in chunks, or applies to only one chunk. */
  static final Set<OperationType> NOT_OF_CHUNKS =
      Set.of(ADD, REPLACE, APPEND_OR_ADD, TOUCH, READ_AND_TOUCH);

  private static final Outcome KEY_TOO_LONG = Outcome.failed(Common.KEY_TOO_LONG).withAttempts(0);

  private static final Outcome TOO_LARGE =
      Outcome.failed(Common.TOO_LARGE, "the value is larger than the servers' item_size_max allows")
          .withAttempts(0);

  /** The size that a server adds to a key and a value: a header, flags, a version and line ends. */
  private static final int ITEM_OVERHEAD_BYTES = 63;

  private final RowFrame rows;
  private final ReadTraces traces;
  private final Counters counters;
  private final int prefixLength;
  private final long itemBytesMax;
  private volatile Tuning tuning;

  /**
   * Creates the operations.
   *
   * @param itemBytesMax the size of the largest item that all servers accept
   */
  EvcacheOperations(
      List<String> fieldNames,
      ReadTraces traces,
      Counters counters,
      String prefix,
      long itemBytesMax,
      Tuning tuning) {
    rows = new RowFrame(fieldNames);
    this.traces = traces;
    this.counters = counters;
    prefixLength = prefix.isEmpty() ? 0 : prefix.length() + 1;
    this.itemBytesMax = itemBytesMax;
    this.tuning = tuning;
  }

  void change(Tuning newTuning) {
    tuning = newTuning;
  }

  Outcome perform(Operation operation, ClientPool pool)
      throws EVCacheException, InterruptedException {
    OperationType type = operation.type();
    if (type.bulk()) {
      return type.kind() == Kind.BULK_READ
          ? bulkRead(operation, pool.cache())
          : bulkWrite(operation, pool);
    }
    String key = key(operation, 0);
    if (key == null) {
      return KEY_TOO_LONG;
    }
    Tuning now = tuning;
    return switch (type.kind()) {
      case READ -> read(key, false, now, pool.cache());
      case INSERT, UPDATE -> set(key, operation, now, pool);
      case DELETE -> awaited(pool.cache().delete(key, now.policy().ofLatch(pool.zones())), now, 0);
      default -> performOwn(type, key, operation, now, pool);
    };
  }

  /** Returns the key of an item, or null if it is too long. The client itself adds the prefix. */
  private @Nullable String key(Operation operation, int index) {
    String key = MemcachedKeys.ascii(operation.key(index).bytes());
    return key == null || key.length() + prefixLength > MemcachedKeys.MAX_BYTES ? null : key;
  }

  private Outcome performOwn(
      OperationType type, String key, Operation operation, Tuning now, ClientPool pool)
      throws EVCacheException, InterruptedException {
    EVCache cache = pool.cache();
    var policy = now.policy().ofLatch(pool.zones());
    int ttl = now.ttlSeconds();
    if (type.equals(READ_AND_TOUCH)) {
      return read(key, true, now, cache);
    }
    if (type.equals(TOUCH)) {
      return awaited(cache.touch(key, ttl, policy), now, 0);
    }
    if (type.equals(APPEND_OR_ADD)) {
      byte[] more = operation.row().copy(0);
      var latch = cache.appendOrAdd(key, Values.plain(more), null, ttl, policy);
      return awaited(latch, now, more.length);
    }
    CachedData value = now.values().encode(rows.encode(operation.row()));
    if (isTooLarge(key, value)) {
      return TOO_LARGE;
    }
    long payloadBytes = operation.row().totalBytes();
    if (type.equals(REPLACE)) {
      return awaited(cache.replace(key, value, null, ttl, policy), now, payloadBytes);
    }
    if (type.equals(ADD)) {
      EVCacheLatch latch = cache.add(key, value, null, ttl, policy);
      return ZoneAnswers.ofAdd(latch, payloadBytes, counters.zoneWriteFailures());
    }
    return Outcome.failed(Common.UNSUPPORTED).withAttempts(0);
  }

  private Outcome awaited(EVCacheLatch latch, Tuning now, long payloadBytes)
      throws InterruptedException {
    return ZoneAnswers.await(latch, now.policy(), payloadBytes, counters.zoneWriteFailures());
  }

  private EVCacheLatch send(String key, CachedData value, Tuning now, ClientPool pool)
      throws EVCacheException {
    return pool.cache().set(key, value, null, now.ttlSeconds(), now.policy().ofLatch(pool.zones()));
  }

  /**
   * Whether the servers would refuse an item because of its size. The client would then drop its
   * connection.
   */
  private boolean isTooLarge(String key, CachedData value) {
    return value.getData().length + key.length() + prefixLength + ITEM_OVERHEAD_BYTES
        > itemBytesMax;
  }

  private Outcome set(String key, Operation operation, Tuning now, ClientPool pool)
      throws EVCacheException, InterruptedException {
    CachedData value = now.values().encode(rows.encode(operation.row()));
    return isTooLarge(key, value)
        ? TOO_LARGE
        : awaited(send(key, value, now, pool), now, operation.row().totalBytes());
  }

  private Outcome read(String key, boolean touches, Tuning now, EVCache cache)
      throws EVCacheException {
    Trace trace = traces.begin();
    byte[] value;
    try {
      value =
          touches
              ? cache.getAndTouch(key, now.ttlSeconds(), now.values())
              : cache.get(key, now.values());
    } finally {
      traces.end();
    }
    int attempts = Math.max(1, trace.zones());
    if (value != null) {
      counters.read(attempts, 1, 0);
      return rows.found(value, value.length).withAttempts(attempts);
    }
    if (trace.isLost()) {
      return Outcome.failed(Common.CONNECTION_LOST).withAttempts(attempts);
    }
    counters.read(attempts, 0, 1);
    return Outcome.notFound().withAttempts(attempts);
  }

  private Outcome bulkRead(Operation operation, EVCache cache) throws EVCacheException {
    int size = operation.size();
    if (size == 0) {
      return Outcome.succeeded(0, 0);
    }
    List<String> keys = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      String key = key(operation, i);
      if (key == null) {
        return KEY_TOO_LONG;
      }
      keys.add(key);
    }
    Trace trace = traces.begin();
    Map<String, byte[]> values;
    try {
      values = cache.getBulk(new LinkedHashSet<>(keys), tuning.values());
    } finally {
      traces.end();
    }
    int attempts = Math.max(1, trace.zones());
    FailureCode failure = trace.bulkFailure();
    return failure == null
        ? found(keys, values == null ? Map.of() : values, attempts)
        : Failures.unanswered(failure).withAttempts(attempts);
  }

  private Outcome found(List<String> keys, Map<String, byte[]> values, int attempts) {
    Outcome found = rows.foundAll(keys.stream().map(values::get).toList());
    if (found.status() != Status.FAILED) {
      counters.read(attempts, found.items(), keys.size() - found.items());
    }
    return found.withAttempts(attempts);
  }

  /** Sends all writes of a bulk operation at once. The first failure is the outcome. */
  private Outcome bulkWrite(Operation operation, ClientPool pool)
      throws EVCacheException, InterruptedException {
    int size = operation.size();
    String[] keys = new String[size];
    long payloadBytes = 0;
    for (int i = 0; i < size; i++) {
      String key = key(operation, i);
      if (key == null) {
        return KEY_TOO_LONG;
      }
      keys[i] = key;
      payloadBytes += operation.row(i).totalBytes();
    }
    Tuning now = tuning;
    CachedData[] values = new CachedData[size];
    for (int i = 0; i < size; i++) {
      values[i] = now.values().encode(rows.encode(operation.row(i)));
      if (isTooLarge(keys[i], values[i])) {
        return TOO_LARGE;
      }
    }
    List<EVCacheLatch> latches = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      latches.add(send(keys[i], values[i], now, pool));
    }
    Outcome first = null;
    for (EVCacheLatch latch : latches) {
      Outcome outcome = awaited(latch, now, 0);
      if (first == null && outcome.status() != Status.SUCCEEDED) {
        first = outcome;
      }
    }
    if (first != null) {
      return first;
    }
    Outcome stored = Outcome.succeeded(size, payloadBytes);
    return now.policy() == WritePolicy.NONE ? stored.withAttempts(0) : stored;
  }
}

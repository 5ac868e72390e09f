package org.plimsoll.driver.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;
import org.plimsoll.driver.lettuce.Call;
import org.plimsoll.driver.lettuce.Failures;
import org.plimsoll.driver.lettuce.Outcomes;
import org.plimsoll.driver.lettuce.Request;
import org.plimsoll.driver.lettuce.RowCodec;
import org.plimsoll.driver.lettuce.RowReader;
import org.plimsoll.driver.lettuce.Scanner;
import org.plimsoll.driver.lettuce.Slice;

/** Maps operations to Redis commands, and replies to outcomes. */
final class Commands {
  static final OperationType INCREMENT =
      new OperationType("increment", OperationType.Side.WRITES, false, false);
  private static final byte[] COUNTER_SUFFIX = ":count".getBytes(StandardCharsets.US_ASCII);

  private final RowReader rows;
  private final Map<String, byte[]> bytesByName = new HashMap<>();
  private final boolean hash;
  private final boolean multi;
  private final Scanner scanner;
  private volatile long timeToLiveMillis;

  Commands(List<String> fieldNames, boolean hash, boolean multi) {
    this.hash = hash;
    this.multi = multi && !hash;
    byte[][] fieldNameBytes = new byte[fieldNames.size()][];
    for (int i = 0; i < fieldNameBytes.length; i++) {
      fieldNameBytes[i] = fieldNames.get(i).getBytes(StandardCharsets.UTF_8);
      bytesByName.put(fieldNames.get(i), fieldNameBytes[i]);
    }
    rows = new RowReader(List.copyOf(fieldNames), fieldNameBytes, hash);
    scanner = new Scanner(rows);
  }

  /** Sets the time to live for later writes; zero: rows never expire. */
  void timeToLive(Duration timeToLive) {
    timeToLiveMillis = timeToLive.toMillis();
  }

  void send(Operation operation, Request request, StatefulConnection<byte[], Slice> connection) {
    switch (operation.type().kind()) {
      case READ ->
          request.dispatch(connection, rows::read, rows.call(operation.key().bytes(), request));
      case INSERT, UPDATE, BULK_WRITE -> write(operation, request, connection);
      case DELETE ->
          request.dispatch(
              connection,
              Commands::deleted,
              new Call(CommandType.DEL, RowCodec.keyed(operation.key().bytes()), request));
      case SCAN -> scan(operation, request, connection);
      case BULK_READ -> bulkRead(operation, request, connection);
      case OWN, READ_MODIFY_WRITE -> {
        if (operation.type().equals(INCREMENT)) {
          increment(operation, request, connection);
        } else {
          request.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
        }
      }
    }
  }

  /** Sends a PING with the key, so that a cluster answers from the node of the key. */
  static void rehearse(
      Operation operation, Request request, StatefulConnection<byte[], Slice> connection) {
    request.dispatch(
        connection,
        calls -> Outcome.succeeded(0),
        new Call(CommandType.PING, RowCodec.keyed(operation.key().bytes()), request));
  }

  /** Continues a scan on the server of the key. */
  private void scan(
      Operation operation, Request request, StatefulConnection<byte[], Slice> connection) {
    int length = operation.scanLength();
    if (!(connection instanceof StatefulRedisClusterConnection<byte[], Slice> cluster)) {
      scanner.scan("", length, request, connection, connection);
      return;
    }
    int slot = SlotHash.getSlot(operation.key().bytes());
    RedisClusterNode node = cluster.getPartitions().getPartitionBySlot(slot);
    if (node == null) {
      request.finish(Outcome.failed(Failures.CLUSTER_DOWN).withAttempts(0));
      return;
    }
    String nodeId = node.getNodeId();
    var _ =
        cluster
            .getConnectionAsync(nodeId)
            .whenComplete((direct, failure) -> {
              if (failure != null) {
                request.finish(Failures.outcome(failure).withAttempts(0));
              } else {
                scanner.scan(nodeId, length, request, direct, cluster);
              }
            });
  }

  private static void increment(
      Operation operation, Request request, StatefulConnection<byte[], Slice> connection) {
    request.dispatch(
        connection,
        calls -> Outcomes.written(calls, 1, Long.BYTES),
        new Call(CommandType.INCR, RowCodec.keyed(counterKey(operation.key().bytes())), request));
  }

  private void bulkRead(
      Operation operation, Request request, StatefulConnection<byte[], Slice> connection) {
    if (!multi) {
      Call[] calls = new Call[operation.size()];
      for (int i = 0; i < calls.length; i++) {
        calls[i] = rows.call(operation.key(i).bytes(), request);
      }
      request.dispatch(connection, rows::read, calls);
      return;
    }
    List<int[]> groups = groups(operation, connection);
    Call[] calls = new Call[groups.size()];
    for (int g = 0; g < calls.length; g++) {
      CommandArgs<byte[], Slice> args = new CommandArgs<>(RowCodec.INSTANCE);
      for (int item : groups.get(g)) {
        args.addKey(operation.key(item).bytes());
      }
      calls[g] = new Call(CommandType.MGET, args, request);
    }
    request.dispatch(connection, ended -> rows.readMany(ended, groups), calls);
  }

  /** Writes rows with one command each, or all at once with MSET, which has no time to live. */
  private void write(
      Operation operation, Request request, StatefulConnection<byte[], Slice> connection) {
    int size = operation.size();
    long bytes = 0;
    for (int i = 0; i < size; i++) {
      bytes += operation.row(i).totalBytes();
    }
    long payloadBytes = bytes;
    List<Call> calls = new ArrayList<>(size);
    long millis = timeToLiveMillis;
    if (multi && millis == 0 && size > 1) {
      for (int[] group : groups(operation, connection)) {
        CommandArgs<byte[], Slice> args = new CommandArgs<>(RowCodec.INSTANCE);
        for (int item : group) {
          args.addKey(operation.key(item).bytes()).addValue(value(operation.row(item)));
        }
        calls.add(new Call(CommandType.MSET, args, request));
      }
    } else {
      for (int i = 0; i < size; i++) {
        addWrite(operation.key(i).bytes(), operation.row(i), millis, calls, request);
      }
    }
    request.dispatch(
        connection,
        ended -> Outcomes.written(ended, size, payloadBytes),
        calls.toArray(new Call[0]));
  }

  private void addWrite(byte[] key, Row row, long millis, List<Call> calls, Request request) {
    CommandArgs<byte[], Slice> args = RowCodec.keyed(key);
    if (!hash) {
      args.addValue(value(row));
      if (millis > 0) {
        args.add("PX").add(millis);
      }
      calls.add(new Call(CommandType.SET, args, request));
      return;
    }
    for (int i = 0; i < row.fieldCount(); i++) {
      args.add(fieldName(row, i));
      args.addValue(new Slice(row.buffer(), row.offset(i), row.length(i)));
    }
    calls.add(new Call(CommandType.HSET, args, request));
    if (millis > 0) {
      calls.add(new Call(CommandType.PEXPIRE, RowCodec.keyed(key).add(millis), request));
    }
  }

  private byte[] fieldName(Row row, int index) {
    String name = row.fieldName(index);
    byte[] known = bytesByName.get(name);
    return known == null ? name.getBytes(StandardCharsets.UTF_8) : known;
  }

  private static Slice value(Row row) {
    return new Slice(row.buffer(), row.offset(0), row.length(0));
  }

  /**
   * Groups the items that one command may contain: all items or, in a cluster, those in the same
   * slot.
   */
  private static List<int[]> groups(Operation operation, StatefulConnection<?, ?> connection) {
    boolean cluster = connection instanceof StatefulRedisClusterConnection;
    Map<Integer, List<Integer>> bySlot = new LinkedHashMap<>();
    for (int i = 0; i < operation.size(); i++) {
      int slot = cluster ? SlotHash.getSlot(operation.key(i).bytes()) : 0;
      bySlot.computeIfAbsent(slot, _ -> new ArrayList<>()).add(i);
    }
    List<int[]> groups = new ArrayList<>();
    bySlot.values().forEach(g -> groups.add(g.stream().mapToInt(Integer::intValue).toArray()));
    return groups;
  }

  private static Outcome deleted(Call[] calls) {
    Outcome failure = Outcomes.failure(calls);
    if (failure != null) {
      return failure;
    }
    Outcome outcome = calls[0].reply().number() == 0 ? Outcome.notFound() : Outcome.succeeded(0);
    return Outcomes.attempted(outcome, calls);
  }

  private static byte[] counterKey(byte[] key) {
    byte[] counterKey = Arrays.copyOf(key, key.length + COUNTER_SUFFIX.length);
    System.arraycopy(COUNTER_SUFFIX, 0, counterKey, key.length, COUNTER_SUFFIX.length);
    return counterKey;
  }
}

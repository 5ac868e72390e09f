package org.plimsoll.driver.dynomite;

import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.driver.lettuce.Call;
import org.plimsoll.driver.lettuce.Outcomes;
import org.plimsoll.driver.lettuce.Reply;
import org.plimsoll.driver.lettuce.Request;
import org.plimsoll.driver.lettuce.RowCodec;
import org.plimsoll.driver.lettuce.RowReader;
import org.plimsoll.driver.lettuce.Scanner;

/** Maps operations to commands, each sent on a connection to the owner of its key. */
final class DynomiteCommands {
  private static final Outcome NOT_CONNECTED = Outcome.failed(Common.NOT_CONNECTED).withAttempts(0);

  private final Router router;
  private final RowReader rows;
  private final Scanner scanner;
  private final Calls writes;
  private volatile long ttlMillis;
  private volatile Range pipeline = new Range(1, 1);

  DynomiteCommands(Router router, List<String> fieldNames) {
    this.router = router;
    boolean hash = fieldNames.size() > 1;
    byte[][] names =
        fieldNames.stream()
            .map(name -> name.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    rows = new RowReader(List.copyOf(fieldNames), names, hash);
    scanner = new Scanner(rows);
    writes = new Calls(fieldNames, hash);
  }

  /** Sets the time to live and the pipeline length for later operations. */
  void change(Duration timeToLive, Range newPipeline) {
    ttlMillis = timeToLive.toMillis();
    pipeline = newPipeline;
  }

  void send(Operation operation, DynomiteRequest request, Lane lane) {
    byte[] key = operation.size() > 0 ? operation.key().bytes() : new byte[0];
    switch (operation.type().kind()) {
      case READ -> one(key, request, lane, rows::read, rows.call(key, request));
      case INSERT, UPDATE -> {
        List<Call> calls = new ArrayList<>(2);
        writes.addWrite(key, operation.row(), ttlMillis, calls, request);
        long bytes = operation.row().totalBytes();
        one(key, request, lane, ended -> Outcomes.written(ended, 1, bytes), array(calls));
      }
      case DELETE ->
          one(
              key,
              request,
              lane,
              DynomiteCommands::deleted,
              new Call(CommandType.DEL, RowCodec.keyed(key), request));
      case SCAN -> scan(operation, request, lane);
      case BULK_READ -> bulkRead(operation, request, lane);
      case BULK_WRITE -> bulkWrite(operation, request, lane);
      case OWN, READ_MODIFY_WRITE -> own(operation, key, request, lane);
    }
  }

  /**
   * Sends a PING to the owner of the key. It has no argument, because a PING with an argument
   * disconnects a node from its Redis.
   */
  void rehearse(Operation operation, DynomiteRequest request, Lane lane) {
    byte[] key = operation.size() > 0 ? operation.key().bytes() : new byte[0];
    one(
        key,
        request,
        lane,
        _ -> Outcome.succeeded(0),
        new Call(CommandType.PING, new CommandArgs<>(RowCodec.INSTANCE), request));
  }

  private void one(
      byte[] key,
      DynomiteRequest request,
      Lane lane,
      Function<Call[], @Nullable Outcome> answer,
      Call... calls) {
    Wire wire = router.route(router.hash(key), request, lane);
    if (wire == null) {
      request.finish(NOT_CONNECTED);
    } else {
      request.dispatch(wire.connection(), answer, calls);
    }
  }

  private void scan(Operation operation, DynomiteRequest request, Lane lane) {
    Wire wire = router.route(router.hash(operation.key().bytes()), request, lane);
    if (wire == null) {
      request.finish(NOT_CONNECTED);
      return;
    }
    String node = wire.node().address().toString();
    scanner.scan(node, operation.scanLength(), request, wire.connection(), wire.connection());
  }

  private void bulkRead(Operation operation, DynomiteRequest request, Lane lane) {
    List<List<Call>> items = new ArrayList<>();
    for (int i = 0; i < operation.size(); i++) {
      items.add(List.of(rows.call(operation.key(i).bytes(), request)));
    }
    many(operation, items, request, lane, rows::read);
  }

  private void bulkWrite(Operation operation, DynomiteRequest request, Lane lane) {
    List<List<Call>> items = new ArrayList<>();
    long millis = ttlMillis;
    long bytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      List<Call> calls = new ArrayList<>(2);
      writes.addWrite(operation.key(i).bytes(), operation.row(i), millis, calls, request);
      items.add(calls);
      bytes += operation.row(i).totalBytes();
    }
    long all = bytes;
    int size = operation.size();
    many(operation, items, request, lane, ended -> Outcomes.written(ended, size, all));
  }

  /** Sends the commands of all items. Commands for the same connection are sent as one pipeline. */
  private void many(
      Operation operation,
      List<List<Call>> items,
      DynomiteRequest request,
      Lane lane,
      Function<Call[], @Nullable Outcome> answer) {
    Map<Wire, List<Call>> byWire = new LinkedHashMap<>();
    List<Call> all = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      Wire wire = router.route(router.hash(operation.key(i).bytes()), request, lane);
      if (wire == null) {
        request.finish(NOT_CONNECTED);
        return;
      }
      byWire.computeIfAbsent(wire, _ -> new ArrayList<>()).addAll(items.get(i));
      all.addAll(items.get(i));
    }
    if (request.expect(answer, array(all))) {
      byWire.forEach((wire, calls) -> Request.send(wire.connection(), calls));
    }
  }

  private void own(Operation operation, byte[] key, DynomiteRequest request, Lane lane) {
    OperationType type = operation.type();
    if (type.equals(DynomiteOperations.INCREMENT)) {
      byte[] counter = Calls.counterKey(key);
      one(
          counter,
          request,
          lane,
          calls -> Outcomes.written(calls, 1, Long.BYTES),
          Calls.increment(counter, request));
    } else if (type.equals(DynomiteOperations.PIPELINE_READ)) {
      Call[] calls = new Call[pipeline.of(router.hash(key))];
      Arrays.setAll(calls, _ -> rows.call(key, request));
      one(key, request, lane, this::pipelined, calls);
    } else if (type.equals(DynomiteOperations.PIPELINE_WRITE)) {
      pipelineWrite(operation, key, request, lane);
    } else if (type.equals(DynomiteOperations.HASH_READ)) {
      byte[] hash = Calls.hashKey(key);
      one(hash, request, lane, DynomiteCommands::values, Calls.readHash(hash, request));
    } else if (type.equals(DynomiteOperations.HASH_WRITE)) {
      byte[] hash = Calls.hashKey(key);
      long bytes = (long) Calls.fields() * operation.row().length(0);
      one(
          hash,
          request,
          lane,
          calls -> Outcomes.written(calls, 1, bytes),
          Calls.writeHash(hash, operation.row(), request));
    } else if (type.equals(DynomiteOperations.SORTED_SET_READ)) {
      byte[] set = Calls.sortedSetKey(key);
      one(set, request, lane, DynomiteCommands::members, Calls.readSortedSet(set, request));
    } else if (type.equals(DynomiteOperations.SORTED_SET_WRITE)) {
      byte[] set = Calls.sortedSetKey(key);
      long bytes = (long) Calls.members() * operation.row().length(0);
      one(
          set,
          request,
          lane,
          calls -> Outcomes.written(calls, 1, bytes),
          Calls.writeSortedSet(set, operation.row(), request));
    } else {
      request.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
    }
  }

  /**
   * Returns the outcome of several reads of one key. The values are counted, but not passed on,
   * because each is the same row.
   */
  private Outcome pipelined(Call[] calls) {
    Outcome read = rows.read(calls);
    return read.status() == Outcome.Status.SUCCEEDED
        ? Outcomes.attempted(Outcome.succeeded(read.items(), read.payloadBytes()), calls)
        : read;
  }

  private void pipelineWrite(Operation operation, byte[] key, DynomiteRequest request, Lane lane) {
    int count = pipeline.of(router.hash(key));
    List<Call> calls = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      writes.addWrite(key, operation.row(), ttlMillis, calls, request);
    }
    long bytes = (long) count * operation.row().totalBytes();
    one(key, request, lane, ended -> Outcomes.written(ended, count, bytes), array(calls));
  }

  /** Returns the outcome of a read of a hash, in whose reply names and values alternate. */
  private static Outcome values(Call[] calls) {
    return found(calls, 1, 2);
  }

  private static Outcome members(Call[] calls) {
    return found(calls, 0, 1);
  }

  private static Outcome found(Call[] calls, int first, int step) {
    Outcome failure = Outcomes.failure(calls);
    if (failure != null) {
      return failure;
    }
    Reply reply = calls[0].reply();
    long bytes = 0;
    for (int i = first; i < reply.size(); i += step) {
      byte[] value = reply.value(i);
      bytes += value == null ? 0 : value.length;
    }
    Outcome outcome = reply.size() == 0 ? Outcome.notFound() : Outcome.succeeded(1, bytes);
    return Outcomes.attempted(outcome, calls);
  }

  private static Outcome deleted(Call[] calls) {
    Outcome failure = Outcomes.failure(calls);
    if (failure != null) {
      return failure;
    }
    Outcome outcome = calls[0].reply().number() == 0 ? Outcome.notFound() : Outcome.succeeded(0);
    return Outcomes.attempted(outcome, calls);
  }

  private static Call[] array(List<Call> calls) {
    return calls.toArray(new Call[0]);
  }
}

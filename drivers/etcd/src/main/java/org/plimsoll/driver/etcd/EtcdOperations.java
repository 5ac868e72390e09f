package org.plimsoll.driver.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.RowFrame;

/** Sends the requests for each operation. All sessions share it. */
final class EtcdOperations {
  static final OperationType CREATE = OperationType.inserting("create");
  static final OperationType CAS = OperationType.writing("cas");
  static final OperationType BULK_CAS =
      new OperationType("bulk-cas", OperationType.Side.WRITES, true, true);
  static final OperationType LEASE_PUT = OperationType.writing("lease-put");
  static final OperationType WATCH_PUT = OperationType.writing("watch-put");

  private final RowFrame frame;
  private final Keys keys;
  private final Leases leases;
  private final Watches watches;
  private volatile Live live;

  /** The current values of the live settings. */
  private record Live(boolean serializable, Duration ttl, Duration leaseTtl) {
    static Live of(SettingValues settings) {
      return new Live(
          settings.get(EtcdSettings.READS) == Reads.SERIALIZABLE,
          settings.get(EtcdSettings.TTL),
          settings.get(EtcdSettings.LEASE_TTL));
    }
  }

  EtcdOperations(SettingValues settings, RowFrame frame, Keys keys, Leases leases) {
    this.frame = frame;
    this.keys = keys;
    this.leases = leases;
    watches = new Watches(keys.first(), keys.end());
    live = Live.of(settings);
  }

  void change(SettingValues settings) {
    live = Live.of(settings);
  }

  void send(Operation operation, Flight flight) {
    switch (operation.type().kind()) {
      case READ -> read(operation, flight);
      case INSERT, UPDATE -> put(operation, flight);
      case DELETE -> delete(operation, flight);
      case SCAN -> scan(operation, flight);
      case BULK_READ -> bulkRead(operation, flight);
      case BULK_WRITE -> bulkWrite(operation, flight);
      case OWN, READ_MODIFY_WRITE -> own(operation, flight);
    }
  }

  /** Requests the status of the member, which reads no key. */
  void rehearse(Flight flight) {
    flight.ask(
        MaintenanceGrpc.getStatusMethod(),
        StatusRequest.getDefaultInstance(),
        _ -> flight.finish(Outcome.succeeded(0)));
  }

  private void own(Operation operation, Flight flight) {
    OperationType type = operation.type();
    if (type.equals(CREATE)) {
      create(operation, flight);
    } else if (type.equals(CAS) || type.equals(BULK_CAS)) {
      compareAndSet(operation, flight);
    } else if (type.equals(LEASE_PUT)) {
      leasePut(operation, flight);
    } else if (type.equals(WATCH_PUT)) {
      watchPut(operation, flight);
    } else {
      flight.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
    }
  }

  private RangeRequest.Builder range(ByteString key) {
    return RangeRequest.newBuilder().setKey(key).setSerializable(live.serializable());
  }

  private void read(Operation operation, Flight flight) {
    flight.ask(
        KVGrpc.getRangeMethod(),
        range(keys.of(operation.key())).build(),
        answer -> flight.finish(found(answer)));
  }

  private Outcome found(RangeResponse answer) {
    if (answer.getKvsCount() == 0) {
      return Outcome.notFound();
    }
    byte[] value = answer.getKvs(0).getValue().toByteArray();
    return frame.found(value, value.length);
  }

  private PutRequest.Builder put(ByteString key, Row row) {
    return PutRequest.newBuilder()
        .setKey(key)
        .setValue(UnsafeByteOperations.unsafeWrap(frame.encode(row)));
  }

  private void put(Operation operation, Flight flight) {
    PutRequest.Builder request = put(keys.of(operation.key()), operation.row());
    long bytes = operation.row().totalBytes();
    withLease(
        flight,
        lease ->
            flight.ask(
                KVGrpc.getPutMethod(),
                request.setLease(lease).build(),
                _ -> flight.finish(Outcome.succeeded(bytes))));
  }

  /**
   * Calls {@code write} with the lease for rows that are written now, or with 0 if they have no
   * time to live.
   */
  private void withLease(Flight flight, LongConsumer write) {
    Duration ttl = live.ttl();
    if (ttl.isZero()) {
      write.accept(0);
    } else {
      leases.use(flight, ttl, write);
    }
  }

  private void delete(Operation operation, Flight flight) {
    flight.ask(
        KVGrpc.getDeleteRangeMethod(),
        DeleteRangeRequest.newBuilder().setKey(keys.of(operation.key())).build(),
        answer ->
            flight.finish(answer.getDeleted() == 0 ? Outcome.notFound() : Outcome.succeeded(0)));
  }

  private void scan(Operation operation, Flight flight) {
    flight.ask(
        KVGrpc.getRangeMethod(),
        range(keys.of(operation.key()))
            .setRangeEnd(keys.end())
            .setLimit(operation.scanLength())
            .build(),
        answer ->
            flight.finish(
                frame.foundAll(
                    answer.getKvsList().stream()
                        .map(each -> each.getValue().toByteArray())
                        .toList())));
  }

  private void bulkRead(Operation operation, Flight flight) {
    TxnRequest.Builder reads = TxnRequest.newBuilder();
    for (int i = 0; i < operation.size(); i++) {
      reads.addSuccess(RequestOp.newBuilder().setRequestRange(range(keys.of(operation.key(i)))));
    }
    flight.ask(
        KVGrpc.getTxnMethod(),
        reads.build(),
        answer -> {
          byte[][] values = new byte[answer.getResponsesCount()][];
          for (int i = 0; i < values.length; i++) {
            RangeResponse its = answer.getResponses(i).getResponseRange();
            if (its.getKvsCount() > 0) {
              values[i] = its.getKvs(0).getValue().toByteArray();
            }
          }
          flight.finish(frame.foundAll(Arrays.asList(values)));
        });
  }

  /**
   * Returns the writes of a transaction, by key. A bulk operation may contain a key twice, but a
   * transaction must not.
   */
  private Map<ByteString, PutRequest.Builder> puts(Operation operation) {
    Map<ByteString, PutRequest.Builder> puts = new LinkedHashMap<>();
    for (int i = 0; i < operation.size(); i++) {
      ByteString key = keys.of(operation.key(i));
      puts.put(key, put(key, operation.row(i)));
    }
    return puts;
  }

  private static long bytes(Operation operation) {
    long bytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      bytes += operation.row(i).totalBytes();
    }
    return bytes;
  }

  private static TxnRequest.Builder writing(Map<ByteString, PutRequest.Builder> puts, long lease) {
    TxnRequest.Builder writes = TxnRequest.newBuilder();
    for (PutRequest.Builder each : puts.values()) {
      writes.addSuccess(RequestOp.newBuilder().setRequestPut(each.setLease(lease)));
    }
    return writes;
  }

  private void bulkWrite(Operation operation, Flight flight) {
    Map<ByteString, PutRequest.Builder> puts = puts(operation);
    Outcome written = Outcome.succeeded(operation.size(), bytes(operation));
    withLease(
        flight,
        lease ->
            flight.ask(
                KVGrpc.getTxnMethod(), writing(puts, lease).build(), _ -> flight.finish(written)));
  }

  private void create(Operation operation, Flight flight) {
    ByteString key = keys.of(operation.key());
    PutRequest.Builder request = put(key, operation.row());
    long bytes = operation.row().totalBytes();
    Compare isNew =
        Compare.newBuilder()
            .setKey(key)
            .setTarget(Compare.CompareTarget.CREATE)
            .setResult(Compare.CompareResult.EQUAL)
            .setCreateRevision(0)
            .build();
    withLease(
        flight,
        lease ->
            flight.ask(
                KVGrpc.getTxnMethod(),
                writing(Map.of(key, request), lease).addCompare(isNew).build(),
                answer ->
                    flight.finish(
                        answer.getSucceeded()
                            ? Outcome.succeeded(bytes)
                            : Outcome.failed(Common.EXISTS))));
  }

  /** Reads the versions of all keys, and then writes all keys if no version has changed. */
  private void compareAndSet(Operation operation, Flight flight) {
    Map<ByteString, PutRequest.Builder> puts = puts(operation);
    Outcome written = Outcome.succeeded(operation.size(), bytes(operation));
    TxnRequest.Builder reads = TxnRequest.newBuilder();
    for (ByteString key : puts.keySet()) {
      // This read is linearizable even if other reads are not, because an old version would always
      // conflict.
      reads.addSuccess(
          RequestOp.newBuilder()
              .setRequestRange(RangeRequest.newBuilder().setKey(key).setKeysOnly(true)));
    }
    flight.ask(
        KVGrpc.getTxnMethod(),
        reads.build(),
        versions -> {
          List<Compare> unchanged = unchanged(versions);
          if (unchanged.size() < puts.size()) {
            flight.finish(Outcome.notFound());
            return;
          }
          withLease(flight, lease -> set(flight, writing(puts, lease), unchanged, written));
        });
  }

  /** Returns the conditions that the rows have not changed since they were read. */
  private static List<Compare> unchanged(TxnResponse versions) {
    List<Compare> unchanged = new ArrayList<>(versions.getResponsesCount());
    for (ResponseOp each : versions.getResponsesList()) {
      for (KeyValue its : each.getResponseRange().getKvsList()) {
        unchanged.add(
            Compare.newBuilder()
                .setKey(its.getKey())
                .setTarget(Compare.CompareTarget.MOD)
                .setResult(Compare.CompareResult.EQUAL)
                .setModRevision(its.getModRevision())
                .build());
      }
    }
    return unchanged;
  }

  private static void set(
      Flight flight, TxnRequest.Builder writes, List<Compare> unchanged, Outcome written) {
    flight.ask(
        KVGrpc.getTxnMethod(),
        writes.addAllCompare(unchanged).build(),
        answer -> flight.finish(answer.getSucceeded() ? written : Outcome.failed(Common.CONFLICT)));
  }

  private void leasePut(Operation operation, Flight flight) {
    PutRequest.Builder request = put(keys.of(operation.key()), operation.row());
    long bytes = operation.row().totalBytes();
    flight.ask(
        LeaseGrpc.getLeaseGrantMethod(),
        Leases.request(live.leaseTtl()),
        lease ->
            flight.ask(
                KVGrpc.getPutMethod(),
                request.setLease(lease.getID()).build(),
                _ -> flight.finish(Outcome.succeeded(bytes))));
  }

  private void watchPut(Operation operation, Flight flight) {
    ByteString key = keys.of(operation.key());
    PutRequest request = put(key, operation.row()).build();
    watches.register(
        flight,
        key,
        operation.row().totalBytes(),
        awaited ->
            flight.ask(
                KVGrpc.getPutMethod(),
                request,
                answer -> awaited.written(answer.getHeader().getRevision())));
  }
}

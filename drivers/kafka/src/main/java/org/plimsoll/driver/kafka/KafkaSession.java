package org.plimsoll.driver.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Timeline;
import org.plimsoll.api.kit.AsyncSession;
import org.plimsoll.api.kit.RowFrame;
import org.plimsoll.api.kit.SharedConnection;

/** A session. It sends records with a producer, which it may share, and reads with a consumer. */
final class KafkaSession extends AsyncSession<KafkaCall> {
  /** Sends a record, and ends when the consumer of the driver has received it. */
  static final OperationType DELIVER = OperationType.writing("deliver");

  /** Reads the next records of the topic. */
  static final OperationType CONSUME = OperationType.reading("consume");

  private final Shared shared;
  private final SharedConnection<KafkaProducer<byte[], byte[]>> connection;
  private final Consumption consumption;
  private final @Nullable Transactions transactions;
  private final Consumer<KafkaSession> onRelease;

  /**
   * The objects that all sessions share.
   *
   * @param keyed whether records have keys
   * @param transactional whether each write operation is a transaction
   * @param acknowledge records the time from sending a record of {@code deliver} to its
   *     acknowledgement
   */
  record Shared(
      String topic,
      boolean keyed,
      boolean transactional,
      int inFlight,
      RowFrame frame,
      Refusals refusals,
      Receiver receiver,
      Timeline timeline,
      DriverContext.Timing acknowledge) {}

  KafkaSession(
      Shared shared,
      SharedConnection<KafkaProducer<byte[], byte[]>> connection,
      Consumption consumption,
      Consumer<KafkaSession> onRelease) {
    this.shared = shared;
    this.connection = connection;
    this.consumption = consumption;
    this.onRelease = onRelease;
    transactions = shared.transactional() ? new Transactions(connection) : null;
  }

  SharedConnection<KafkaProducer<byte[], byte[]>> connection() {
    return connection;
  }

  @Override
  public int maxInFlight() {
    return shared.inFlight();
  }

  @Override
  protected @Nullable KafkaCall begin(Operation operation, Completion completion) {
    KafkaProducer<byte[], byte[]> producer = connection.current();
    return producer == null
        ? null
        : new KafkaCall(completion, producer, connection::suspect, shared.refusals());
  }

  @Override
  protected void send(Operation operation, KafkaCall call) {
    switch (operation.type().kind()) {
      case INSERT, UPDATE -> {
        byte[] value = shared.frame().encode(operation.row());
        produce(
            operation,
            call.producing(1, operation.row().totalBytes()),
            List.of(record(operation, 0, value, List.of())));
      }
      case DELETE ->
          produce(operation, call.producing(1, 0), List.of(record(operation, 0, null, List.of())));
      case BULK_WRITE -> bulk(operation, call);
      default -> own(operation, call);
    }
  }

  private void own(Operation operation, KafkaCall call) {
    // As a step of a transaction, a delivery would wait for the commit of a later step.
    boolean isStep = transactions != null && operation.place() != Place.ALONE;
    if (operation.type().equals(DELIVER) && !isStep) {
      deliver(operation, call);
    } else if (operation.type().equals(CONSUME) && !isStep) {
      consumption.poll(call);
    } else {
      call.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
    }
  }

  private void bulk(Operation operation, KafkaCall call) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(operation.size());
    long bytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      records.add(record(operation, i, shared.frame().encode(operation.row(i)), List.of()));
      bytes += operation.row(i).totalBytes();
    }
    produce(operation, call.producing(records.size(), bytes), records);
  }

  private ProducerRecord<byte[], byte[]> record(
      Operation operation, int index, byte @Nullable [] value, List<Header> headers) {
    byte @Nullable [] key = shared.keyed() ? operation.key(index).bytes().clone() : null;
    return new ProducerRecord<byte[], byte[]>(shared.topic(), null, key, value, headers);
  }

  private void produce(
      Operation operation, KafkaCall call, List<ProducerRecord<byte[], byte[]>> records) {
    if (transactions != null) {
      transactions.send(call, operation.place(), records, call::committed);
      return;
    }
    for (ProducerRecord<byte[], byte[]> each : records) {
      var _ =
          call.producer()
              .send(
                  each,
                  (metadata, failure) ->
                      call.acknowledged(failure, metadata == null || metadata.hasOffset()));
    }
  }

  /**
   * Sends the record once the consumer is at the end of the topic. Otherwise, the record could
   * arrive before the consumer.
   */
  private void deliver(Operation operation, KafkaCall call) {
    byte[] value = shared.frame().encode(operation.row());
    byte[] number = shared.receiver().expect(call, value, operation.row().totalBytes());
    List<Header> headers = List.of(new RecordHeader(Receiver.HEADER, number));
    ProducerRecord<byte[], byte[]> delivered = record(operation, 0, value, headers);
    var ready = shared.receiver().ready();
    if (ready.isDone() && !ready.isCompletedExceptionally()) {
      deliver(call, delivered);
      return;
    }
    var _ =
        ready.whenComplete((_, failure) -> {
          if (failure != null) {
            call.finish(Failures.outcome(failure));
          } else if (!call.hasEnded()) {
            deliver(call, delivered);
          }
        });
  }

  private void deliver(KafkaCall call, ProducerRecord<byte[], byte[]> delivered) {
    long sentNanos = shared.timeline().nanoTime();
    if (transactions != null) {
      transactions.send(call, Place.ALONE, List.of(delivered), () -> acknowledged(sentNanos));
      return;
    }
    try {
      var _ =
          call.producer()
              .send(
                  delivered,
                  (_, failure) -> {
                    if (failure != null) {
                      call.failed(failure);
                    } else {
                      acknowledged(sentNanos);
                    }
                  });
    } catch (RuntimeException e) {
      call.finish(Failures.outcome(e));
    }
  }

  private void acknowledged(long sentNanos) {
    shared.refusals().acknowledged();
    shared.acknowledge().record(shared.timeline().nanoTime() - sentNanos);
  }

  /* Prepares the objects that an operation needs. A producer sends nothing, because the protocol
   * has no request without effect for it.
   */
  @Override
  protected void sendRehearsal(Operation operation, KafkaCall call) {
    if (operation.type().equals(DELIVER)) {
      var _ =
          shared
              .receiver()
              .ready()
              .whenComplete((_, failure) ->
                  call.finish(failure == null ? Outcome.succeeded(0) : Failures.outcome(failure)));
    } else if (operation.type().equals(CONSUME)) {
      consumption.rehearse(call);
    } else {
      call.finish(Outcome.succeeded(0));
    }
  }

  @Override
  protected Outcome notSent(RuntimeException failure) {
    return Failures.outcome(failure).withAttempts(0);
  }

  @Override
  protected void closing() {
    consumption.close();
    if (transactions != null) {
      transactions.close();
    }
  }

  @Override
  protected void release() {
    onRelease.accept(this);
  }
}

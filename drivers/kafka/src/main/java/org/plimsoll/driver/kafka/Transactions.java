package org.plimsoll.driver.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.SharedConnection;

/**
 * The transactions of a session, one after the other. They run on a separate thread, because the
 * client library blocks until a commit is acknowledged.
 */
final class Transactions {
  private final SharedConnection<KafkaProducer<byte[], byte[]>> connection;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().name("kafka-transaction").factory());

  /** The producer with an open transaction. Only the thread uses it. */
  private @Nullable KafkaProducer<byte[], byte[]> begun;

  Transactions(SharedConnection<KafkaProducer<byte[], byte[]>> connection) {
    this.connection = connection;
  }

  /**
   * Sends records in a transaction, and commits it unless another step follows.
   *
   * @param done runs after the commit, or when a step that is not the last one is acknowledged. It
   *     does not run after a failure, which aborts the transaction and ends the call
   */
  void send(
      KafkaCall call, Place place, List<ProducerRecord<byte[], byte[]>> records, Runnable done) {
    try {
      thread.execute(() -> {
        if (!call.hasEnded()) {
          call.started();
          perform(call, place, records, done);
        }
      });
    } catch (RejectedExecutionException e) {
      call.finish(Outcome.failed(Common.CLOSED).withAttempts(0));
    }
  }

  private void perform(
      KafkaCall call, Place place, List<ProducerRecord<byte[], byte[]>> records, Runnable done) {
    try {
      KafkaProducer<byte[], byte[]> producer = begin(place);
      List<Future<RecordMetadata>> sent = new ArrayList<>(records.size());
      for (ProducerRecord<byte[], byte[]> each : records) {
        sent.add(producer.send(each));
      }
      if (place.hasNext()) {
        producer.flush();
        for (Future<RecordMetadata> each : sent) {
          var _ = each.get();
        }
      } else {
        producer.commitTransaction();
        begun = null;
      }
    } catch (Exception e) {
      abort();
      call.finish(
          Failures.outcome(
              e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e));
      return;
    }
    done.run();
  }

  /**
   * Returns the producer for the transaction. Begins a transaction, unless the operation continues
   * one.
   */
  private KafkaProducer<byte[], byte[]> begin(Place place) throws Exception {
    if (begun != null && !place.continues()) {
      abort();
    }
    KafkaProducer<byte[], byte[]> producer = begun;
    if (producer == null) {
      producer = connection.open();
      producer.beginTransaction();
      begun = producer;
    }
    return producer;
  }

  /**
   * Aborts the transaction. If the producer cannot do so, it is replaced before the next
   * transaction.
   */
  private void abort() {
    KafkaProducer<byte[], byte[]> producer = begun;
    begun = null;
    if (producer != null) {
      try {
        producer.abortTransaction();
      } catch (RuntimeException e) {
        connection.suspect(producer);
      }
    }
  }

  /** Interrupts a commit. The broker aborts a transaction when its producer is closed. */
  void close() {
    var _ = thread.shutdownNow();
  }
}

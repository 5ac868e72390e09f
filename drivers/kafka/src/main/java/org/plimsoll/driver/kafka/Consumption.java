package org.plimsoll.driver.kafka;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/**
 * The consumer of a session, which runs on one thread. It opens with the first {@code consume}, and
 * joins the consumer group if there is one.
 */
final class Consumption {
  private final Supplier<KafkaConsumer<byte[], byte[]>> maker;
  private final String topic;
  private final boolean inGroup;
  private final Supplier<Duration> patience;
  private @Nullable ExecutorService thread;
  private volatile @Nullable KafkaConsumer<byte[], byte[]> opening;
  private volatile @Nullable KafkaConsumer<byte[], byte[]> consumer;
  private volatile boolean closed;

  Consumption(
      Supplier<KafkaConsumer<byte[], byte[]>> maker,
      String topic,
      boolean inGroup,
      Supplier<Duration> patience) {
    this.maker = maker;
    this.topic = topic;
    this.inGroup = inGroup;
    this.patience = patience;
  }

  /** Ends the call with the next records, or as not found if none arrive in time. */
  void poll(KafkaCall call) {
    submit(call, () -> answer(opened().poll(patience.get())));
  }

  /** Opens the consumer, and reads nothing. */
  void rehearse(KafkaCall call) {
    submit(
        call,
        () -> {
          var _ = opened().partitionsFor(topic);
          return Outcome.succeeded(0);
        });
  }

  private void submit(KafkaCall call, Supplier<Outcome> work) {
    try {
      thread()
          .execute(() -> {
            if (!call.hasEnded()) {
              call.started();
              call.finish(outcome(work));
            }
          });
    } catch (RejectedExecutionException e) {
      call.finish(Outcome.failed(Common.CLOSED).withAttempts(0));
    }
  }

  private synchronized ExecutorService thread() {
    ExecutorService its = thread;
    if (its == null) {
      its = Executors.newSingleThreadExecutor(Thread.ofVirtual().name("kafka-consume").factory());
      thread = its;
      if (closed) {
        its.shutdown();
      }
    }
    return its;
  }

  private static Outcome outcome(Supplier<Outcome> work) {
    try {
      return work.get();
    } catch (KafkaException | IllegalStateException e) {
      return Failures.outcome(e);
    }
  }

  private KafkaConsumer<byte[], byte[]> opened() {
    KafkaConsumer<byte[], byte[]> its = consumer;
    if (its == null) {
      its = maker.get();
      opening = its;
      try {
        if (inGroup) {
          its.subscribe(List.of(topic));
        } else {
          its.assign(Topic.partitions(its, topic));
        }
        // It is set only now, because a consumer without partitions cannot be polled.
        consumer = its;
      } catch (RuntimeException e) {
        its.close(CloseOptions.timeout(Duration.ZERO));
        throw e;
      } finally {
        opening = null;
      }
    }
    return its;
  }

  private static Outcome answer(ConsumerRecords<byte[], byte[]> records) {
    long bytes = 0;
    for (ConsumerRecord<byte[], byte[]> each : records) {
      bytes += Math.max(0, each.serializedValueSize());
    }
    return records.isEmpty() ? Outcome.notFound() : Outcome.succeeded(records.count(), bytes);
  }

  /** Interrupts a poll. The consumer is closed on its own thread, without waiting for the group. */
  synchronized void close() {
    closed = true;
    KafkaConsumer<byte[], byte[]> its = opening;
    if (its == null) {
      its = consumer; // This is read after the other field, which is written first.
    }
    if (its != null) {
      its.wakeup();
    }
    ExecutorService pool = thread;
    if (pool != null) {
      pool.execute(() -> {
        KafkaConsumer<byte[], byte[]> opened = consumer;
        if (opened != null) {
          opened.close(CloseOptions.timeout(Duration.ofSeconds(1)));
        }
      });
      pool.shutdown();
    }
  }
}

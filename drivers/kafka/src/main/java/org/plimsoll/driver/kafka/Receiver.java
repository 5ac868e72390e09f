package org.plimsoll.driver.kafka;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/**
 * The consumer that completes deliveries. It reads all partitions, starting at their ends, and
 * recognizes the records of this run by a header. It starts with the first delivery, on its own
 * thread.
 */
final class Receiver {
  /**
   * The header of a record of {@code deliver}: the number of the run and the number of the record.
   */
  static final String HEADER = "plimsoll-delivery";

  private static final Duration POLL = Duration.ofSeconds(1);

  private final Supplier<KafkaConsumer<byte[], byte[]>> maker;
  private final String topic;
  private final long run;
  private final AtomicLong next = new AtomicLong();
  private final Map<Long, KafkaCall> expected = new ConcurrentHashMap<>();
  private @Nullable KafkaConsumer<byte[], byte[]> consumer;
  private @Nullable CompletableFuture<Void> ready;
  private volatile boolean closed;

  /**
   * Creates a receiver without starting it.
   *
   * @param run a number that is unique among the runs on the topic
   */
  Receiver(Supplier<KafkaConsumer<byte[], byte[]>> maker, String topic, long run) {
    this.maker = maker;
    this.topic = topic;
    this.run = run;
  }

  /** Expects the record of a call. Returns the value for its header. */
  byte[] expect(KafkaCall call, byte @Nullable [] value, long bytes) {
    long number = next.incrementAndGet();
    call.delivering(value, bytes, () -> expected.remove(number));
    expected.put(number, call);
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(run).putLong(number).array();
  }

  /**
   * Starts the consumer, unless it is running. The future completes when it is at the ends of all
   * partitions.
   */
  synchronized CompletableFuture<Void> ready() {
    CompletableFuture<Void> running = ready;
    if (running == null) {
      CompletableFuture<Void> starting = new CompletableFuture<>();
      running = starting;
      ready = starting;
      Thread.ofPlatform().daemon().name("kafka-receiver").start(() -> run(starting));
    }
    return running;
  }

  private void run(CompletableFuture<Void> starting) {
    try (KafkaConsumer<byte[], byte[]> its = maker.get()) {
      if (!opened(its)) {
        return;
      }
      List<TopicPartition> partitions = Topic.partitions(its, topic);
      its.assign(partitions);
      its.seekToEnd(partitions);
      partitions.forEach(its::position); // Until this call returns, the end is not fixed.
      starting.complete(null);
      while (!closed) {
        its.poll(POLL).forEach(this::received);
      }
    } catch (WakeupException e) {
      starting.completeExceptionally(e); // closed
    } catch (RuntimeException | LinkageError e) {
      failed(starting, e);
    }
  }

  private synchronized boolean opened(KafkaConsumer<byte[], byte[]> fresh) {
    consumer = fresh;
    return !closed;
  }

  /** Makes the next delivery start a new consumer. */
  private void failed(CompletableFuture<Void> starting, Throwable failure) {
    synchronized (this) {
      ready = null;
      consumer = null;
    }
    starting.completeExceptionally(failure);
    expected.values().forEach(call -> call.finish(Failures.outcome(failure)));
  }

  private void received(ConsumerRecord<byte[], byte[]> received) {
    Header header = received.headers().lastHeader(HEADER);
    if (header == null || header.value().length != 2 * Long.BYTES) {
      return;
    }
    ByteBuffer numbers = ByteBuffer.wrap(header.value());
    if (numbers.getLong() == run) {
      KafkaCall call = expected.remove(numbers.getLong());
      if (call != null) {
        call.received(received.value());
      }
    }
  }

  /** Stops the consumer, which its own thread closes. */
  void close() {
    KafkaConsumer<byte[], byte[]> its;
    synchronized (this) {
      closed = true;
      its = consumer;
    }
    if (its != null) {
      its.wakeup();
    }
    expected.values().forEach(call -> call.finish(Outcome.failed(new WakeupException())));
  }
}

package org.plimsoll.driver.kafka;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;

/** An operation in flight, from its start until its last acknowledgement or its delivery. */
final class KafkaCall extends InFlight {
  private final Completion completion;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Consumer<KafkaProducer<byte[], byte[]>> suspect;
  private final Refusals refusals;
  private final AtomicInteger unacknowledged = new AtomicInteger(1);
  private boolean produces;
  private int items = 1;
  private long payloadBytes;
  private byte @Nullable [] expected;
  private Runnable forget = () -> {};

  KafkaCall(
      Completion completion,
      KafkaProducer<byte[], byte[]> producer,
      Consumer<KafkaProducer<byte[], byte[]>> suspect,
      Refusals refusals) {
    super(completion);
    this.completion = completion;
    this.producer = producer;
    this.suspect = suspect;
    this.refusals = refusals;
  }

  KafkaProducer<byte[], byte[]> producer() {
    return producer;
  }

  /** Prepares the call for records that will be acknowledged. */
  KafkaCall producing(int records, long bytes) {
    produces = true;
    items = records;
    payloadBytes = bytes;
    unacknowledged.set(records);
    return this;
  }

  /**
   * Prepares the call for a record that will be received.
   *
   * @param value the value that must arrive
   * @param forgetting cancels the expectation if the call is abandoned or its record is lost
   */
  void delivering(byte @Nullable [] value, long bytes, Runnable forgetting) {
    produces = true;
    payloadBytes = bytes;
    expected = value;
    forget = forgetting;
  }

  /** Marks the start of an operation that has switched threads. */
  void started() {
    completion.started();
  }

  /**
   * Counts an acknowledgement or a failure. Ends the call with the last acknowledgement, or with
   * the first failure.
   */
  void acknowledged(@Nullable Exception failure, boolean hasAnswer) {
    if (failure != null) {
      failed(failure);
      return;
    }
    refusals.acknowledged();
    if (unacknowledged.decrementAndGet() == 0) {
      finish(hasAnswer ? Outcome.succeeded(items, payloadBytes) : Outcome.buffered(payloadBytes));
    }
  }

  /** Ends the call with the failure of its record. */
  void failed(Exception failure) {
    finish(refusals.outcome(failure));
  }

  /** Ends the call after the commit of its transaction, or as a step of a transaction. */
  void committed() {
    finish(Outcome.succeeded(items, payloadBytes));
  }

  /** Ends a delivery with the record that has arrived. */
  void received(byte @Nullable [] value) {
    finish(
        Arrays.equals(value, expected)
            ? Outcome.succeeded(payloadBytes)
            : Outcome.failed(
                FailureCode.Common.BAD_ANSWER, "the delivered value differs from the sent one"));
  }

  @Override
  protected Outcome ending(Outcome outcome) {
    if (outcome.status() == Outcome.Status.FAILED) {
      forget.run();
    }
    return outcome;
  }

  @Override
  protected void abandoned() {
    if (produces) {
      suspect.accept(producer);
    }
  }
}

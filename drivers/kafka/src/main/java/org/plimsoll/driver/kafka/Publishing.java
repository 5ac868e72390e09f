package org.plimsoll.driver.kafka;

import java.time.Duration;
import org.plimsoll.api.SettingValues;

/** The live settings of a producer. A change to these settings replaces the producer. */
record Publishing(
    Acks acks,
    Duration linger,
    long batchBytes,
    BatchCompression compression,
    boolean idempotent,
    long retries,
    boolean transactional) {
  /**
   * Reads the settings of a producer.
   *
   * @throws IllegalArgumentException if settings conflict
   */
  static Publishing of(SettingValues settings) {
    Acks acks = settings.get(KafkaSettings.ACKS);
    boolean transactional = settings.get(KafkaSettings.TRANSACTIONS);
    boolean idempotent = transactional || settings.get(KafkaSettings.IDEMPOTENCE);
    if (idempotent && acks != Acks.ALL) {
      String needing = transactional ? "transactions" : "idempotence";
      throw new IllegalArgumentException(
          needing + ": must be false unless acks is all, was 'true'");
    }
    Duration linger = settings.get(KafkaSettings.LINGER);
    Duration delivery = settings.get(KafkaSettings.DELIVERY_TIMEOUT);
    // The client library requires delivery.timeout.ms >= linger.ms + request.timeout.ms.
    if (delivery.toMillis() <= linger.toMillis()) {
      throw new IllegalArgumentException(
          "delivery-timeout: must be longer than linger, which is "
              + linger.toMillis()
              + "ms, was '"
              + delivery.toMillis()
              + "ms'");
    }
    return new Publishing(
        acks,
        linger,
        settings.get(KafkaSettings.BATCH_SIZE),
        settings.get(KafkaSettings.COMPRESSION),
        idempotent,
        settings.get(KafkaSettings.RETRIES),
        transactional);
  }
}

package org.plimsoll.driver.kafka;

import java.time.Duration;
import org.plimsoll.api.SettingValues;

/** The live settings of a producer, which a change replaces. */
record Publishing(
    Acks acks,
    Duration linger,
    long batchBytes,
    BatchCompression compression,
    boolean idempotent,
    long retries,
    boolean transactional) {
  static Publishing of(SettingValues settings) {
    Acks acks = settings.get(KafkaSettings.ACKS);
    boolean transactional = settings.get(KafkaSettings.TRANSACTIONS);
    boolean idempotent = transactional || settings.get(KafkaSettings.IDEMPOTENCE);
    if (idempotent && acks != Acks.ALL) {
      String needing = transactional ? "transactions" : "idempotence";
      throw new IllegalArgumentException(
          needing + ": must be false unless acks is all, was 'true'");
    }
    return new Publishing(
        acks,
        settings.get(KafkaSettings.LINGER),
        settings.get(KafkaSettings.BATCH_SIZE),
        settings.get(KafkaSettings.COMPRESSION),
        idempotent,
        settings.get(KafkaSettings.RETRIES),
        transactional);
  }
}

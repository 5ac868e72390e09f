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
    long retries) {
  static Publishing of(SettingValues settings) {
    Acks acks = settings.get(KafkaSettings.ACKS);
    boolean idempotent = settings.get(KafkaSettings.IDEMPOTENCE);
    if (idempotent && acks != Acks.ALL) {
      throw new IllegalArgumentException(
          "idempotence: must be false unless acks is all, was 'true'");
    }
    return new Publishing(
        acks,
        settings.get(KafkaSettings.LINGER),
        settings.get(KafkaSettings.BATCH_SIZE),
        settings.get(KafkaSettings.COMPRESSION),
        idempotent,
        settings.get(KafkaSettings.RETRIES));
  }
}

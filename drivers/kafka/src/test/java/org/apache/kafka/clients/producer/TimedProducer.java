package org.apache.kafka.clients.producer;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Time;

/**
 * A producer of the client library with a given clock. It is in the library's package, since the
 * constructor that takes a clock is visible only there.
 */
public final class TimedProducer {
  private TimedProducer() {}

  /** Creates a producer of bytes. */
  public static KafkaProducer<byte[], byte[]> of(Map<String, Object> properties, Time time) {
    Map<String, Object> all = new HashMap<>(properties);
    all.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    all.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    return new KafkaProducer<>(
        new ProducerConfig(all),
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        null,
        null,
        null,
        new ApiVersions(),
        time);
  }
}

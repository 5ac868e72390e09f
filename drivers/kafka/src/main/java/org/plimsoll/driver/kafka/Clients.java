package org.plimsoll.driver.kafka;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ServersAddress;

/**
 * Creates producers and consumers of the client library from the settings.
 *
 * @param security the properties for encryption and login
 */
record Clients(ServersAddress address, Map<String, Object> security) {
  /**
   * The delay before the library reconnects to a lost broker. It is short, because a run measures
   * how long an outage lasts.
   */
  private static final long RECONNECT_MILLIS = 20;

  private static final long MAX_RECONNECT_MILLIS = 200;

  /**
   * The time for which an idle producer keeps its metadata. It is longer than any run, because a
   * write must not wait for metadata. It is not the largest long, because the client adds the
   * current time, which would overflow.
   */
  private static final long IDLE_MILLIS = Duration.ofDays(3650).toMillis();

  static Clients of(ServersAddress address, SettingValues settings)
      throws GeneralSecurityException {
    return new Clients(address, Security.properties(settings));
  }

  private Map<String, Object> common() {
    Map<String, Object> properties = new HashMap<>(security);
    properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, address.toString());
    properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, "plimsoll");
    properties.put(CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG, RECONNECT_MILLIS);
    properties.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, MAX_RECONNECT_MILLIS);
    properties.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
    return properties;
  }

  Admin admin(SettingValues settings) {
    int timeoutMillis = Math.toIntExact(settings.get(KafkaSettings.CONNECT_TIMEOUT).toMillis());
    Map<String, Object> properties = common();
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMillis);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMillis);
    return loaded(() -> Admin.create(properties));
  }

  /**
   * Creates a producer whose {@code send} never blocks, so that the pacer can call it. A
   * transactional producer blocks on a thread of its session instead.
   */
  KafkaProducer<byte[], byte[]> producer(SettingValues settings) {
    Map<String, Object> properties = producing(settings);
    return loaded(() ->
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer()));
  }

  /** Returns the properties of a producer. */
  Map<String, Object> producing(SettingValues settings) {
    Publishing publishing = Publishing.of(settings);
    boolean idempotent = publishing.idempotent();
    int lingerMillis = Math.toIntExact(settings.get(KafkaSettings.LINGER).toMillis());
    int deliveryMillis = Math.toIntExact(settings.get(KafkaSettings.DELIVERY_TIMEOUT).toMillis());
    Map<String, Object> properties = common();
    properties.put(ProducerConfig.ACKS_CONFIG, settings.get(KafkaSettings.ACKS).property());
    properties.put(ProducerConfig.LINGER_MS_CONFIG, lingerMillis);
    properties.put(
        ProducerConfig.BATCH_SIZE_CONFIG, Math.toIntExact(settings.get(KafkaSettings.BATCH_SIZE)));
    properties.put(
        ProducerConfig.COMPRESSION_TYPE_CONFIG, settings.get(KafkaSettings.COMPRESSION).property());
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, idempotent);
    properties.put(
        ProducerConfig.RETRIES_CONFIG,
        idempotent ? Integer.MAX_VALUE : Math.toIntExact(settings.get(KafkaSettings.RETRIES)));
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, settings.get(KafkaSettings.BUFFER_MEMORY));
    properties.put(
        ProducerConfig.MAX_BLOCK_MS_CONFIG, publishing.transactional() ? deliveryMillis : 0);
    properties.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, IDLE_MILLIS);
    if (publishing.transactional()) {
      int timeoutMillis =
          Math.toIntExact(settings.get(KafkaSettings.TRANSACTION_TIMEOUT).toMillis());
      properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "plimsoll-" + UUID.randomUUID());
      properties.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, timeoutMillis);
    }
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.MAX_VALUE);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, deliveryMillis);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, deliveryMillis - lingerMillis);
    return properties;
  }

  /** Creates the consumer for the operation {@code consume}. */
  KafkaConsumer<byte[], byte[]> consumer(SettingValues settings) {
    String group = settings.get(KafkaSettings.GROUP);
    Map<String, Object> properties = consuming();
    if (group.isEmpty()) {
      properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    } else {
      properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    }
    properties.put(
        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, settings.get(KafkaSettings.OFFSET).property());
    properties.put(
        ConsumerConfig.ISOLATION_LEVEL_CONFIG, settings.get(KafkaSettings.ISOLATION).property());
    properties.put(
        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
        Math.toIntExact(settings.get(KafkaSettings.POLL_RECORDS)));
    properties.put(
        ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
        Math.toIntExact(settings.get(KafkaSettings.FETCH_WAIT).toMillis()));
    properties.put(
        ConsumerConfig.FETCH_MIN_BYTES_CONFIG,
        Math.toIntExact(settings.get(KafkaSettings.FETCH_MIN_BYTES)));
    return loaded(() ->
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
  }

  /**
   * Creates the consumer for the operation {@code deliver}. It returns a record as soon as a broker
   * has it, or has committed its transaction.
   */
  KafkaConsumer<byte[], byte[]> receiver(boolean transactional) {
    Map<String, Object> properties = consuming();
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
    if (transactional) {
      properties.put(
          ConsumerConfig.ISOLATION_LEVEL_CONFIG, RecordIsolation.READ_COMMITTED.property());
    }
    return loaded(() ->
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
  }

  private Map<String, Object> consuming() {
    Map<String, Object> properties = common();
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    return properties;
  }

  /**
   * Creates a client with the class loader of the driver, because the client finds its classes
   * through the class loader of the thread.
   */
  private static <C> C loaded(Supplier<C> maker) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(Clients.class.getClassLoader());
    try {
      return maker.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}

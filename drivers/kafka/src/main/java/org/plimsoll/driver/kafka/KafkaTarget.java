package org.plimsoll.driver.kafka;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.TimeoutException;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.RowFrame;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.api.kit.SharedConnection;
import org.plimsoll.api.kit.SharedConnections;

/**
 * The client of an opened topic: its producers, the consumer for deliveries, and the admin client.
 */
final class KafkaTarget implements Client {
  private static final long METADATA_POLL_NANOS = Duration.ofMillis(2).toNanos();

  /** Timeout for a replaced producer to send its remaining records. */
  private static final Duration FLUSH = Duration.ofSeconds(10);

  private final DriverContext context;
  private final ServersAddress address;
  private final Clients clients;
  private final Admin admin;
  private final Topic topic;
  private final Receiver receiver;
  private final SharedConnections<KafkaProducer<byte[], byte[]>> producers;
  private final KafkaSession.Shared shared;
  private final Map<String, String> facts;
  private final Set<KafkaSession> sessions = ConcurrentHashMap.newKeySet();
  private final Set<KafkaProducer<byte[], byte[]>> open = ConcurrentHashMap.newKeySet();
  private final boolean transactional;
  private volatile SettingValues settings;
  private volatile boolean created;
  private volatile boolean closed;

  private KafkaTarget(
      DriverContext context, Clients clients, Admin admin, Map<String, String> facts) {
    this.context = context;
    this.clients = clients;
    address = clients.address();
    this.admin = admin;
    this.facts = facts;
    settings = context.settings();
    transactional = settings.get(KafkaSettings.TRANSACTIONS);
    topic = new Topic(admin, address, settings);
    receiver =
        new Receiver(
            () -> clients.receiver(transactional),
            address.name(),
            UUID.randomUUID().getMostSignificantBits());
    producers =
        new SharedConnections<>(
            transactional ? 0 : Math.toIntExact(settings.get(KafkaSettings.PRODUCERS)),
            this::connect,
            this::retire);
    shared =
        new KafkaSession.Shared(
            address.name(),
            settings.get(KafkaSettings.KEYED),
            transactional,
            transactional ? 1 : Math.toIntExact(settings.get(KafkaSettings.IN_FLIGHT)),
            new RowFrame(context.fieldNames()),
            new Refusals(),
            receiver,
            context.timeline(),
            context.timing("acknowledge"));
  }

  static KafkaTarget open(DriverContext context) throws Exception {
    ServersAddress address = KafkaSettings.ADDRESS.parse(context.address());
    SettingValues settings = context.settings();
    Publishing _ = Publishing.of(settings);
    requireListener(context, address);
    Clients clients = Clients.of(address, settings);
    Admin admin = clients.admin(settings);
    try {
      return new KafkaTarget(context, clients, admin, cluster(context, admin));
    } catch (ExecutionException e) {
      admin.close(Duration.ZERO);
      throw Failures.unopened(address.toString(), e);
    } catch (Exception e) {
      admin.close(Duration.ZERO);
      throw e;
    }
  }

  /**
   * Connects to any broker. This is necessary because the client library would retry without
   * reporting the reason of a failure.
   */
  private static void requireListener(DriverContext context, ServersAddress address)
      throws IOException {
    int timeoutMillis =
        Math.toIntExact(context.settings().get(KafkaSettings.CONNECT_TIMEOUT).toMillis());
    String reason = "";
    boolean answers = false;
    for (HostPort broker : address.servers()) {
      try (Socket socket = new Socket()) {
        InetAddress[] found = context.resolve(broker.host(), broker.port());
        if (!answers) {
          socket.connect(new InetSocketAddress(found[0], broker.port()), timeoutMillis);
          answers = true;
        }
      } catch (ConnectException e) {
        reason = "refused the connection: nothing listens there";
      } catch (UnknownHostException e) {
        reason = "cannot be reached: no such host";
      } catch (SocketTimeoutException e) {
        reason = "did not answer in time";
      }
    }
    if (!answers) {
      throw new IOException(address + " " + reason);
    }
  }

  /**
   * Returns facts about the cluster. The address of each broker that it reports is checked, because
   * clients connect to these addresses.
   */
  private static Map<String, String> cluster(DriverContext context, Admin admin)
      throws IOException, ExecutionException, InterruptedException {
    Map<String, String> facts = new LinkedHashMap<>();
    var cluster = admin.describeCluster();
    Node controller = cluster.controller().get();
    facts.put("cluster", cluster.clusterId().get());
    var feature =
        admin
            .describeFeatures()
            .featureMetadata()
            .get()
            .finalizedFeatures()
            .get("metadata.version");
    facts.put("metadata-version", feature == null ? "–" : "" + feature.maxVersionLevel());
    facts.put("brokers", String.valueOf(cluster.nodes().get().size()));
    for (Node broker : cluster.nodes().get()) {
      var _ = context.resolve(broker.host(), broker.port());
      facts.put(
          "broker " + broker.idString(),
          new HostPort(broker.host(), broker.port())
              + (broker.hasRack() ? ", rack " + broker.rack() : "")
              + (controller != null && controller.id() == broker.id() ? ", controller" : ""));
    }
    return facts;
  }

  /** Opens a producer and waits for the partitions of the topic, without which it cannot send. */
  private KafkaProducer<byte[], byte[]> connect() throws IOException {
    KafkaProducer<byte[], byte[]> producer = clients.producer(settings);
    long deadlineNanos = System.nanoTime() + settings.get(KafkaSettings.CONNECT_TIMEOUT).toNanos();
    while (true) {
      try {
        var _ = producer.partitionsFor(address.name());
        if (transactional) {
          producer.initTransactions();
        }
        open.add(producer);
        return producer;
      } catch (TimeoutException e) {
        if (System.nanoTime() > deadlineNanos || closed) {
          producer.close(Duration.ZERO);
          throw Failures.unusable(address.toString(), e);
        }
        LockSupport.parkNanos(METADATA_POLL_NANOS);
      } catch (KafkaException e) {
        producer.close(Duration.ZERO);
        throw Failures.unusable(address.toString(), e);
      }
    }
  }

  private void retire(KafkaProducer<byte[], byte[]> producer) {
    Duration patience = closed ? Duration.ZERO : FLUSH;
    var _ =
        Thread.ofVirtual()
            .name("kafka-producer-close")
            .start(() -> {
              producer.close(patience);
              open.remove(producer);
            });
  }

  @Override
  public int preferredSessions() {
    if (transactional) {
      return Client.super.preferredSessions();
    }
    return Math.max(1, Math.toIntExact(settings.get(KafkaSettings.PRODUCERS)));
  }

  @Override
  public Session openSession() throws Exception {
    SharedConnection<KafkaProducer<byte[], byte[]>> connection = producers.join();
    KafkaSession session =
        new KafkaSession(
            shared,
            connection,
            new Consumption(
                () -> clients.consumer(settings),
                address.name(),
                !settings.get(KafkaSettings.GROUP).isEmpty(),
                () -> settings.get(KafkaSettings.POLL_TIMEOUT)),
            ended -> {
              sessions.remove(ended);
              producers.leave(ended.connection());
            });
    sessions.add(session);
    return session;
  }

  @Override
  public Map<String, String> facts() {
    Map<String, String> all = new LinkedHashMap<>(facts);
    all.put("topic", address.name());
    try {
      all.put("partitions", topic.fact(its -> its.partitions().size()));
      all.put("replicas", topic.fact(its -> its.partitions().getFirst().replicas().size()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Publishing now = Publishing.of(settings);
    all.put("acks", now.acks().property());
    all.put("idempotence", String.valueOf(now.idempotent()));
    all.put("transactions", String.valueOf(transactional));
    return all;
  }

  @Override
  public Map<String, Double> telemetry() throws Exception {
    Map<String, Double> metrics = topic.telemetry();
    mean(metrics, "producer_batch_mean_bytes", "batch-size-avg", 1);
    mean(metrics, "producer_queue_mean_seconds", "record-queue-time-avg", 1e-3);
    mean(metrics, "producer_request_mean_seconds", "request-latency-avg", 1e-3);
    mean(metrics, "producer_compression_ratio", "compression-rate-avg", 1);
    mean(metrics, "producer_free_buffer_bytes", "buffer-available-bytes", 1);
    return metrics;
  }

  /** Adds the mean of a metric over the producers that have sent records. */
  private void mean(Map<String, Double> metrics, String name, String theirs, double factor) {
    open.stream()
        .flatMap(producer -> producer.metrics().entrySet().stream())
        .filter(metric -> metric.getKey().group().equals("producer-metrics"))
        .filter(metric -> metric.getKey().name().equals(theirs))
        .map(Map.Entry::getValue)
        .map(Metric::metricValue)
        .mapToDouble(value -> value instanceof Number number ? number.doubleValue() : Double.NaN)
        .filter(value -> !Double.isNaN(value))
        .average()
        .ifPresent(value -> metrics.put(name, value * factor));
  }

  /**
   * Replaces the producers if one of their settings has changed. The old producers send their
   * remaining records. Producers with transactions are not replaced, because that would abort
   * transactions.
   */
  @Override
  public void settingsChanged(SettingValues changed) {
    boolean replaces = !Publishing.of(changed).equals(Publishing.of(settings));
    if (replaces && transactional) {
      throw new IllegalArgumentException(
          "transactions: must be false to change producer settings during a run, was 'true'");
    }
    settings = changed;
    if (replaces) {
      Set<SharedConnection<KafkaProducer<byte[], byte[]>>> used = new HashSet<>();
      sessions.forEach(session -> used.add(session.connection()));
      used.forEach(connection ->
          Thread.ofVirtual().name("kafka-producer-open").start(() -> replace(connection)));
    }
  }

  private void replace(SharedConnection<KafkaProducer<byte[], byte[]>> connection) {
    KafkaProducer<byte[], byte[]> old = connection.current();
    if (old != null) {
      connection.suspect(old);
      try {
        var _ = connection.open();
      } catch (Exception e) {
        context.event("the producer keeps its settings: " + e.getMessage());
      }
    }
  }

  @Override
  public void create() throws Exception {
    topic.create();
    created = true;
  }

  @Override
  public void truncate() throws Exception {
    topic.truncate();
  }

  @Override
  public OptionalLong count() throws Exception {
    return OptionalLong.of(topic.count());
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    sessions.forEach(KafkaSession::close);
    receiver.close();
    producers.close();
    try {
      if (created) {
        topic.dropIfTemporary();
      }
    } catch (IOException e) {
      // The run has ended, so the failure is not reported and the topic remains.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      admin.close(Duration.ZERO);
    }
  }
}

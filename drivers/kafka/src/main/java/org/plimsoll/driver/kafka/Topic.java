package org.plimsoll.driver.kafka;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.SchemaUse;
import org.plimsoll.api.kit.ServersAddress;

/** Creates, counts, truncates and deletes the topic of a run. */
final class Topic {
  private static final Duration DELETION = Duration.ofSeconds(30);
  private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();

  private final Admin admin;
  private final ServersAddress address;
  private final SettingValues settings;

  Topic(Admin admin, ServersAddress address, SettingValues settings) {
    this.admin = admin;
    this.address = address;
    this.settings = settings;
  }

  /**
   * Returns the partitions of a topic for a consumer.
   *
   * @throws UnknownTopicOrPartitionException if there are none, because the topic does not exist
   */
  static List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, String topic) {
    List<PartitionInfo> found = consumer.partitionsFor(topic);
    if (found.isEmpty()) {
      throw new UnknownTopicOrPartitionException("there is no topic " + topic);
    }
    return found.stream().map(each -> new TopicPartition(topic, each.partition())).toList();
  }

  void create() throws IOException, InterruptedException {
    SchemaUse use = settings.get(KafkaSettings.SCHEMA);
    if (use.dropsFirst()) {
      delete();
    }
    try {
      if (description().isPresent()) {
        return;
      }
      if (use == SchemaUse.NONE) {
        throw new IOException(
            "there is no topic " + address.name() + ", and schema=none does not create it");
      }
      createUntilDeleted();
    } catch (ExecutionException e) {
      throw Failures.unusable(address.toString(), e);
    }
  }

  /**
   * Creates the topic, and retries while a previous deletion is incomplete. The brokers delete a
   * topic after they have answered, and refuse to create it until then.
   */
  private void createUntilDeleted() throws ExecutionException, InterruptedException {
    long replicas = settings.get(KafkaSettings.REPLICATION);
    NewTopic topic =
        new NewTopic(
            address.name(),
            Optional.of(Math.toIntExact(settings.get(KafkaSettings.PARTITIONS))),
            replicas == 0 ? Optional.empty() : Optional.of((short) replicas));
    long deadlineNanos = System.nanoTime() + DELETION.toNanos();
    while (true) {
      try {
        var _ = admin.createTopics(List.of(topic)).all().get();
        break;
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw e;
        }
        if (description().isPresent()) {
          return; // Another generator of the fleet has created it.
        }
        if (System.nanoTime() > deadlineNanos) {
          throw e;
        }
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    Optional<TopicDescription> made = description();
    while (made.isEmpty() && System.nanoTime() < deadlineNanos) {
      LockSupport.parkNanos(POLL_NANOS); // The brokers learn about the topic one after the other.
      made = description();
    }
    if (made.isPresent()) {
      // The answer arrives when each partition has a leader. Without a leader, the first records
      // would fail.
      var _ = offsets(made.get(), OffsetSpec.latest());
    }
  }

  Optional<TopicDescription> description() throws ExecutionException, InterruptedException {
    try {
      return Optional.ofNullable(
          admin.describeTopics(Set.of(address.name())).allTopicNames().get().get(address.name()));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private void delete() throws IOException, InterruptedException {
    try {
      var _ = admin.deleteTopics(Set.of(address.name())).all().get();
      long deadlineNanos = System.nanoTime() + DELETION.toNanos();
      while (description().isPresent() && System.nanoTime() < deadlineNanos) {
        LockSupport.parkNanos(POLL_NANOS);
      }
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
        throw Failures.unusable(address.toString(), e);
      }
    }
  }

  /** Deletes the topic at the end of the run if {@code schema=temporary}. */
  void dropIfTemporary() throws IOException, InterruptedException {
    if (settings.get(KafkaSettings.SCHEMA) == SchemaUse.TEMPORARY) {
      delete();
    }
  }

  private Map<TopicPartition, Long> offsets(TopicDescription topic, OffsetSpec which)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (TopicPartitionInfo partition : topic.partitions()) {
      asked.put(new TopicPartition(topic.name(), partition.partition()), which);
    }
    Map<TopicPartition, Long> offsets = new HashMap<>();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> each :
        admin.listOffsets(asked).all().get().entrySet()) {
      offsets.put(each.getKey(), each.getValue().offset());
    }
    return offsets;
  }

  private static long sum(Map<TopicPartition, Long> offsets) {
    return offsets.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the number of records between the first and the last offsets. */
  long count() throws IOException, InterruptedException {
    return asked(topic ->
            sum(offsets(topic, OffsetSpec.latest())) - sum(offsets(topic, OffsetSpec.earliest())))
        .orElse(0L);
  }

  void truncate() throws IOException, InterruptedException {
    var _ =
        asked(topic -> {
          Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
          offsets(topic, OffsetSpec.latest())
              .forEach((each, offset) -> all.put(each, RecordsToDelete.beforeOffset(offset)));
          var _ = admin.deleteRecords(all).all().get();
          return topic;
        });
  }

  /** Returns metrics of the brokers about the topic, and the lag of the consumer group. */
  Map<String, Double> telemetry() throws IOException, InterruptedException {
    Map<String, Double> metrics = new LinkedHashMap<>();
    var _ =
        asked(topic -> {
          Map<TopicPartition, Long> ends = offsets(topic, OffsetSpec.latest());
          metrics.put("records_total", (double) sum(ends));
          metrics.put("partitions", (double) topic.partitions().size());
          metrics.put("under_replicated_partitions", (double) underReplicated(topic));
          metrics.put("topic_bytes", (double) bytes());
          metrics.put("brokers", (double) admin.describeCluster().nodes().get().size());
          String group = settings.get(KafkaSettings.GROUP);
          if (!group.isEmpty()) {
            metrics.put("consumer_lag_records", (double) lag(group, ends));
          }
          return topic;
        });
    return metrics;
  }

  private static long underReplicated(TopicDescription topic) {
    return topic.partitions().stream()
        .filter(partition -> partition.isr().size() < partition.replicas().size())
        .count();
  }

  /** Returns the size of all replicas on the disks of the brokers, in bytes. */
  private long bytes() throws ExecutionException, InterruptedException {
    List<Integer> brokers =
        admin.describeCluster().nodes().get().stream().map(node -> node.id()).toList();
    return admin.describeLogDirs(brokers).allDescriptions().get().values().stream()
        .flatMap(folders -> folders.values().stream())
        .flatMap(folder -> folder.replicaInfos().entrySet().stream())
        .filter(replica -> replica.getKey().topic().equals(address.name()))
        .mapToLong(replica -> replica.getValue().size())
        .sum();
  }

  private long lag(String group, Map<TopicPartition, Long> ends)
      throws ExecutionException, InterruptedException {
    var committed = admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    long lag = 0;
    for (Map.Entry<TopicPartition, Long> each : ends.entrySet()) {
      var offset = committed.get(each.getKey());
      lag += each.getValue() - (offset == null ? 0 : offset.offset());
    }
    return lag;
  }

  private interface Question<T> {
    T of(TopicDescription topic) throws ExecutionException, InterruptedException;
  }

  /** Returns the answer to a question about the topic, or empty if the topic does not exist. */
  private <T> Optional<T> asked(Question<T> question) throws IOException, InterruptedException {
    try {
      Optional<TopicDescription> topic = description();
      return topic.isEmpty() ? Optional.empty() : Optional.of(question.of(topic.get()));
    } catch (ExecutionException e) {
      throw Failures.unusable(address.toString(), e);
    }
  }

  /**
   * Returns a number from the description of the topic as text, or a dash if the topic does not
   * exist.
   */
  String fact(Function<TopicDescription, Integer> number) throws InterruptedException {
    try {
      return description().map(number).map(String::valueOf).orElse("–");
    } catch (ExecutionException e) {
      return "–";
    }
  }
}

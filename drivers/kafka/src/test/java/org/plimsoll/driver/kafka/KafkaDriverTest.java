package org.plimsoll.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** Tests the contract and the operations on a real broker. */
@ExtendWith(SharedKafka.class)
class KafkaDriverTest extends DriverContract {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Override
  protected Driver driver() {
    return new KafkaDriver();
  }

  @Override
  protected String address() {
    return SharedKafka.server().address() + "/contract";
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "field1");
  }

  /** Work with a topic that is deleted at the end. */
  private interface TopicWork {
    void with(Client client, Session session, TestTarget context) throws Exception;
  }

  private void inTopic(String name, Map<String, String> settings, TopicWork work) throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("schema", "temporary");
    String address = SharedKafka.server().address() + "/" + name;
    try (TestTarget context = new TestTarget(driver(), address, all, fieldNames());
        Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(client, session, context);
      }
    }
  }

  private Ending end(Session session, OperationType type, long key, String... values) {
    return execute(session, TestOperation.on(type, key, values));
  }

  private Outcome run(Session session, OperationType type, long key, String... values) {
    return end(session, type, key, values).outcome();
  }

  private static void assertSucceeded(Outcome outcome, int items, long bytes) {
    assertThat(outcome.status()).as(outcome.failureCode()).isEqualTo(Status.SUCCEEDED);
    assertThat(outcome.items()).isEqualTo(items);
    assertThat(outcome.payloadBytes()).isEqualTo(bytes);
  }

  /** Consumes until this many records were read, or the broker has no more. */
  private int consumed(Session session, int wanted) {
    int read = 0;
    long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
    while (read < wanted && System.nanoTime() < deadlineNanos) {
      Outcome outcome = run(session, KafkaSession.CONSUME, 1);
      assertThat(outcome.status()).as(outcome.failureCode()).isNotEqualTo(Status.FAILED);
      read += outcome.items();
    }
    return read;
  }

  @Test
  void aRefusedConnectionIsOneSentenceWithTheAddress() {
    for (String nobody : List.of("127.0.0.1:", "[::1]:")) {
      String address = nobody + RealServer.freePort();
      assertThatThrownBy(() -> opened(address, settings(), _ -> {}))
          .hasMessage(address + " refused the connection: nothing listens there");
    }
  }

  @Test
  void anAddressThatIsNotAllowedIsNotConnectedTo() {
    try (TestTarget target =
        new TestTarget(driver(), address(), settings(), fieldNames())
            .reaching(TestTarget::byName, _ -> false)) {
      assertThatThrownBy(target::open).hasMessageContaining("must be an allowed address");
    }
  }

  @Test
  void aRecordThatIsProducedIsConsumedByEachSessionFromTheBeginning() throws Exception {
    inTopic(
        "produced",
        Map.of("partitions", "3"),
        (client, session, _) -> {
          for (int key = 0; key < 10; key++) {
            assertSucceeded(run(session, OperationType.INSERT, key, "ab", "c"), 1, 3);
          }
          assertSucceeded(run(session, OperationType.DELETE, 1), 1, 0);
          assertThat(client.count()).hasValue(11);
          assertThat(consumed(session, 11)).isEqualTo(11);
          assertThat(run(session, KafkaSession.CONSUME, 1).status()).isEqualTo(Status.NOT_FOUND);
          try (Session another = client.openSession()) {
            assertThat(consumed(another, 11)).isEqualTo(11);
          }
        });
  }

  @Test
  void sessionsOfAGroupShareTheRecordsAndTheLagIsReported() throws Exception {
    inTopic(
        "grouped",
        Map.of("group", "readers-" + number(), "partitions", "2"),
        (client, session, _) -> {
          for (int key = 0; key < 20; key++) {
            run(session, OperationType.INSERT, key, "a", "b");
          }
          assertThat(client.telemetry()).containsEntry("consumer_lag_records", 20.0);
          assertThat(consumed(session, 20)).isEqualTo(20);
          assertThat(run(session, KafkaSession.CONSUME, 1).status()).isEqualTo(Status.NOT_FOUND);
        });
  }

  @Test
  void aDeliveryEndsWhenItsRecordHasArrivedWithItsValue() throws Exception {
    inTopic(
        "delivered",
        Map.of("partitions", "4", "linger", "0"),
        (client, session, context) -> {
          assertSucceeded(run(session, OperationType.INSERT, 1, "old", "record"), 1, 9);
          List<Ending> endings = new ArrayList<>();
          for (int key = 0; key < 100; key++) {
            endings.add(end(session, KafkaSession.DELIVER, key, "ab", "c" + key));
          }
          endings.forEach(
              ending -> assertThat(ending.outcome().status()).isEqualTo(Status.SUCCEEDED));
          assertThat(endings).allMatch(ending -> ending.times() == 1);
          assertThat(client.count()).hasValue(101);
          await()
              .atMost(PATIENCE)
              .until(() -> context.counts().getOrDefault("acknowledge", 0L) > 0);
        });
  }

  @Test
  void aDeliveryIsNotEndedByTheRecordsOfAnotherRun() throws Exception {
    inTopic(
        "crowded",
        Map.of(),
        (_, session, _) ->
            inTopic(
                "crowded",
                Map.of("schema", "none"),
                (_, another, _) -> {
                  for (int key = 0; key < 20; key++) {
                    Ending mine = end(session, KafkaSession.DELIVER, key, "a", "b");
                    Ending theirs = end(another, KafkaSession.DELIVER, key, "longer", "values");
                    assertSucceeded(mine.outcome(), 1, 2);
                    assertSucceeded(theirs.outcome(), 1, 12);
                  }
                }));
  }

  /** Without this, the records of a stall would be sent late, and their delays never measured. */
  @Test
  void deliveriesThatAStalledBrokerDelaysAreTakenAtTheirTimesAndEndAfterTheStall()
      throws Exception {
    inTopic(
        "stalled",
        Map.of("linger", "0"),
        (_, session, _) -> {
          run(session, KafkaSession.DELIVER, 0, "a", "b"); // starts the consumer
          long[] endNanos = new long[20];
          List<Ending> endings = new ArrayList<>();
          SharedKafka.server().freeze();
          long thawNanos;
          try {
            for (int i = 0; i < endNanos.length; i++) {
              int index = i;
              Ending ending = new Ending(() -> endNanos[index] = System.nanoTime());
              session.execute(TestOperation.on(KafkaSession.DELIVER, i, "a", "b"), ending);
              endings.add(ending);
            }
            // The last of them has waited this long for its delivery when the broker continues.
            assertThat(endings.getLast().endsWithin(Duration.ofSeconds(1))).isFalse();
            assertThat(endings).allMatch(ending -> ending.times() == 0);
          } finally {
            thawNanos = System.nanoTime();
            SharedKafka.server().thaw();
          }
          endings.forEach(
              ending -> assertThat(ending.outcome().status()).isEqualTo(Status.SUCCEEDED));
          assertThat(Arrays.stream(endNanos)).allMatch(end -> end - thawNanos > 0);
        });
  }

  @Test
  void closingASessionOfAStalledBrokerEndsItsOperationsAndTheNextOneWorks() throws Exception {
    inTopic(
        "closed",
        Map.of("linger", "0"),
        (client, _, _) -> {
          Session session = client.openSession();
          run(session, KafkaSession.DELIVER, 0, "a", "b");
          List<Ending> endings = new ArrayList<>();
          SharedKafka.server().freeze();
          try {
            endings.add(end(session, OperationType.INSERT, 1, "a", "b"));
            endings.add(end(session, KafkaSession.DELIVER, 1, "a", "b"));
            endings.add(end(session, KafkaSession.CONSUME, 1));
            session.close();
            assertThat(endings).allMatch(ending -> ending.times() == 1);
          } finally {
            SharedKafka.server().thaw();
          }
          try (Session next = client.openSession()) {
            assertSucceeded(run(next, OperationType.INSERT, 1, "a", "b"), 1, 2);
            assertSucceeded(run(next, KafkaSession.DELIVER, 1, "a", "b"), 1, 2);
          }
        });
  }

  @Test
  void operationsFailWhileTheBrokerIsDownAndItsRestartIsUsed() throws Exception {
    inTopic(
        "killed",
        Map.of("delivery-timeout", "300ms", "linger", "0"),
        (_, session, _) -> {
          awaitInsert(session); // A busy broker may need longer than the timeout.
          SharedKafka.server().kill();
          try {
            List<Ending> endings = new ArrayList<>();
            for (int key = 0; key < 10; key++) {
              endings.add(end(session, OperationType.INSERT, key, "a", "b"));
            }
            endings.forEach(ending ->
                assertThat(ending.outcome().failureCode()).isIn("timeout", "connection-lost"));
          } finally {
            SharedKafka.server().start();
          }
          awaitInsert(session);
        });
  }

  private void awaitInsert(Session session) {
    await()
        .atMost(PATIENCE)
        .until(() -> run(session, OperationType.INSERT, 1, "a", "b").status() == Status.SUCCEEDED);
  }

  @Test
  void acksAndBatchesAndCompressionChangeDuringARun() throws Exception {
    inTopic(
        "live",
        Map.of(),
        (client, session, _) -> {
          String value = "a".repeat(5000);
          run(session, OperationType.INSERT, 1, value, value);
          assertThat(client.telemetry()).containsEntry("producer_compression_ratio", 1.0);
          Map<String, String> changed =
              Map.of("compression", "zstd", "acks", "leader", "linger", "0", "batch-size", "1KiB");
          client.settingsChanged(TestTarget.values(driver(), changed));
          assertThat(client.facts()).containsEntry("acks", "1");
          await()
              .atMost(PATIENCE)
              .until(() -> {
                assertSucceeded(run(session, OperationType.INSERT, 1, value, value), 1, 10_000);
                double ratio = client.telemetry().getOrDefault("producer_compression_ratio", 1.0);
                return ratio < 0.9;
              });
        });
  }

  @Test
  void aWriteWithoutAcknowledgementHasNoResponseTime() throws Exception {
    inTopic(
        "unacknowledged",
        Map.of("acks", "none"),
        (client, session, _) -> {
          assertThat(run(session, OperationType.INSERT, 1, "a", "b"))
              .isEqualTo(Outcome.buffered(2));
          await().atMost(PATIENCE).until(() -> client.count().orElse(0) == 1);
        });
  }

  @Test
  void idempotenceNeedsAllAcks() throws Exception {
    inTopic(
        "idempotent",
        Map.of("idempotence", "true"),
        (client, session, _) -> {
          assertSucceeded(run(session, OperationType.INSERT, 1, "a", "b"), 1, 2);
          Map<String, String> wrong = Map.of("idempotence", "true", "acks", "leader");
          assertThatThrownBy(() -> client.settingsChanged(TestTarget.values(driver(), wrong)))
              .hasMessage("idempotence: must be false unless acks is all, was 'true'");
        });
  }

  /** One that is a millisecond longer is the shortest that the client library accepts. */
  @Test
  void theDeliveryTimeoutMustBeLongerThanLinger() throws Exception {
    Map<String, String> wrong = Map.of("delivery-timeout", "40ms", "linger", "40ms");
    String refusal = "delivery-timeout: must be longer than linger, which is 40ms, was '40ms'";
    assertThatThrownBy(() -> inTopic("impatient", wrong, (_, _, _) -> {})).hasMessage(refusal);
    inTopic(
        "patient",
        Map.of(),
        (client, _, _) ->
            assertThatThrownBy(() -> client.settingsChanged(TestTarget.values(driver(), wrong)))
                .hasMessage(refusal));
    SettingValues shortest =
        TestTarget.values(driver(), Map.of("delivery-timeout", "41ms", "linger", "40ms"));
    Clients clients = Clients.of(KafkaSettings.ADDRESS.parse(address()), shortest);
    try (var producer = clients.producer(shortest)) {
      assertThat(producer.metrics()).isNotEmpty();
    }
  }

  @Test
  void aFullBufferRefusesARecordAtOnce() throws Exception {
    inTopic(
        "full",
        Map.of("buffer-memory", "32KiB", "linger", "0"),
        (_, session, _) -> {
          List<Ending> endings = new ArrayList<>();
          SharedKafka.server().freeze();
          try {
            for (int key = 0; key < 100; key++) {
              endings.add(end(session, OperationType.INSERT, key, "a".repeat(10_000), "b"));
            }
            Outcome last = endings.getLast().outcome();
            assertThat(last.failureCode()).isEqualTo("buffer-full");
            assertThat(last.attempts()).isZero();
          } finally {
            SharedKafka.server().thaw();
          }
          assertThat(endings.getFirst().outcome().status()).isEqualTo(Status.SUCCEEDED);
        });
  }

  @Test
  void aRecordAboveTheLimitOfTheBrokerIsTooLarge() throws Exception {
    inTopic(
        "large",
        Map.of(),
        (_, session, _) -> {
          var large = TestOperation.on(OperationType.INSERT, key(), row(2_000_000));
          assertThat(execute(session, large).outcome().failureCode()).isEqualTo("too-large");
          assertSucceeded(run(session, OperationType.INSERT, 1, "a", "b"), 1, 2);
        });
  }

  @Test
  void aBulkEndsWithItsLastAcknowledgement() throws Exception {
    inTopic(
        "bulk",
        Map.of("partitions", "3"),
        (client, session, _) -> {
          var bulk = TestOperation.bulk(OperationType.BULK_WRITE, 1, 50, "ab", "c");
          assertSucceeded(execute(session, bulk).outcome(), 50, 150);
          assertThat(client.count()).hasValue(50);
        });
  }

  @Test
  void aTopicIsCreatedAsConfiguredEmptiedAndDeletedIfTemporary() throws Exception {
    inTopic(
        "shape",
        Map.of("partitions", "5"),
        (client, session, _) -> {
          assertThat(client.facts())
              .containsEntry("partitions", "5")
              .containsEntry("replicas", "1")
              .containsEntry("brokers", "1")
              .containsEntry("broker 1", SharedKafka.server().address() + ", controller")
              .containsEntry("acks", "all");
          run(session, OperationType.INSERT, 1, "a", "b");
          assertThat(client.telemetry())
              .containsEntry("records_total", 1.0)
              .containsEntry("under_replicated_partitions", 0.0)
              .hasEntrySatisfying("topic_bytes", bytes -> assertThat(bytes).isPositive());
          client.truncate();
          assertThat(client.count()).hasValue(0);
        });
    assertThatThrownBy(() -> inTopic("shape", Map.of("schema", "none"), (_, _, _) -> {}))
        .hasMessage("there is no topic shape, and schema=none does not create it");
  }

  @Test
  void recreatingDeletesTheOldTopic() throws Exception {
    inTopic(
        "again",
        Map.of("schema", "create"),
        (_, session, _) -> run(session, OperationType.INSERT, 1, "a", "b"));
    inTopic(
        "again",
        Map.of("schema", "recreate", "partitions", "2"),
        (client, _, _) -> {
          assertThat(client.count()).hasValue(0);
          assertThat(client.facts()).containsEntry("partitions", "2");
        });
    inTopic("again", Map.of(), (_, _, _) -> {});
  }

  @Test
  void anAddressOfAnotherFormIsRefusedWithTheFormThatIsAllowed() {
    for (String wrong : List.of("", "host:port", "a,,b", "host/one topic", "host:99999")) {
      assertThatThrownBy(() -> driver().checkAddress(wrong)).hasMessageContaining("must be");
    }
    driver().checkAddress("[::1]:9092,other/orders.v1");
  }

  @Test
  void unicodeAndBinaryKeysAreTaken() throws Exception {
    inTopic(
        "keys",
        Map.of(),
        (_, session, _) -> {
          for (TestKey key : List.of(TestKey.of(1, "ключ-鍵"), TestKey.binary(7))) {
            var insert = TestOperation.on(OperationType.INSERT, key, row(10));
            assertSucceeded(execute(session, insert).outcome(), 1, 20);
          }
        });
  }
}

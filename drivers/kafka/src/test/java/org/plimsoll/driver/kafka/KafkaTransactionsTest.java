package org.plimsoll.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Transactions on a real broker. */
@ExtendWith(SharedKafka.class)
class KafkaTransactionsTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Override
  protected Driver driver() {
    return new KafkaDriver();
  }

  @Override
  protected String address() {
    return SharedKafka.server().address();
  }

  private interface TopicWork {
    void with(Client client, Session session) throws Exception;
  }

  private void inTopic(String name, Map<String, String> settings, TopicWork work) throws Exception {
    Map<String, String> all =
        new HashMap<>(Map.of("transactions", "true", "linger", "0", "schema", "temporary"));
    all.putAll(settings);
    opened(
        address() + "/" + name,
        all,
        client -> {
          try (Session session = client.openSession()) {
            work.with(client, session);
          }
        });
  }

  private Outcome run(Session session, OperationType type, Place place) {
    return execute(session, TestOperation.on(type, 1, "a").at(place)).outcome();
  }

  private Outcome write(Session session, Place place) {
    Outcome outcome = run(session, OperationType.INSERT, place);
    assertThat(outcome.status()).as(outcome.failureCode()).isEqualTo(Status.SUCCEEDED);
    return outcome;
  }

  /** The number of records that the topic has for readers who wait for commits. */
  private int committed(String name, int wanted) throws Exception {
    int[] read = {0};
    inTopic(
        name,
        Map.of("transactions", "false", "schema", "none", "isolation", "read-committed"),
        (_, reader) -> {
          long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
          Outcome last;
          do {
            last = run(reader, KafkaSession.CONSUME, Place.ALONE);
            assertThat(last.status()).as(last.failureCode()).isNotEqualTo(Status.FAILED);
            read[0] += last.items();
          } while ((read[0] < wanted || last.status() == Status.SUCCEEDED)
              && System.nanoTime() < deadlineNanos);
        });
    return read[0];
  }

  @Test
  void aBulkIsOneTransaction() throws Exception {
    inTopic(
        "bulk-transaction",
        Map.of(),
        (client, session) -> {
          var bulk = TestOperation.bulk(OperationType.BULK_WRITE, 1, 50, "abc");
          Outcome outcome = execute(session, bulk).outcome();
          assertThat(outcome.status()).as(outcome.failureCode()).isEqualTo(Status.SUCCEEDED);
          assertThat(outcome.items()).isEqualTo(50);
          assertThat(outcome.payloadBytes()).isEqualTo(150);
          assertThat(committed("bulk-transaction", 50)).isEqualTo(50);
          assertThat(client.count()).as("records and one commit marker").hasValue(51);
          assertThat(client.facts()).containsEntry("transactions", "true");
        });
  }

  @Test
  void stepsAreVisibleTogetherAfterTheLastOne() throws Exception {
    inTopic(
        "steps",
        Map.of(),
        (client, session) -> {
          var _ = write(session, Place.FIRST);
          var _ = write(session, Place.MIDDLE);
          assertThat(client.count()).as("records that are written").hasValue(2);
          assertThat(committed("steps", 0)).isZero();
          var _ = write(session, Place.LAST);
          assertThat(committed("steps", 3)).isEqualTo(3);
        });
  }

  @Test
  void aTransactionWhoseLastStepNeverComesIsAborted() throws Exception {
    inTopic(
        "abandoned",
        Map.of(),
        (_, session) -> {
          var _ = write(session, Place.FIRST);
          var _ = write(session, Place.ALONE);
          assertThat(committed("abandoned", 1)).isEqualTo(1);
        });
  }

  @Test
  void aRecordThatIsRefusedAbortsItsTransaction() throws Exception {
    inTopic(
        "refused",
        Map.of(),
        (_, session) -> {
          var bulk =
              TestOperation.bulk(
                  OperationType.BULK_WRITE,
                  List.of(TestKey.of(1), TestKey.of(2)),
                  List.of(TestRow.of("small"), TestRow.of("a".repeat(2_000_000))));
          assertThat(execute(session, bulk).outcome().failureCode()).isEqualTo("too-large");
          var _ = write(session, Place.ALONE);
          assertThat(committed("refused", 1)).isEqualTo(1);
        });
  }

  @Test
  void aDeliveryEndsWithTheRecordOfACommittedTransaction() throws Exception {
    inTopic(
        "delivered-transaction",
        Map.of(),
        (_, session) -> {
          for (int i = 0; i < 20; i++) {
            Outcome outcome = run(session, KafkaSession.DELIVER, Place.ALONE);
            assertThat(outcome.status()).as(outcome.failureCode()).isEqualTo(Status.SUCCEEDED);
          }
          assertThat(run(session, KafkaSession.DELIVER, Place.FIRST).failureCode())
              .isEqualTo("unsupported");
          assertThat(committed("delivered-transaction", 20)).isEqualTo(20);
        });
  }

  /** Otherwise the response time would be that of the sending alone. */
  @Test
  void anOperationEndsAfterItsCommitIsAcknowledged() throws Exception {
    inTopic(
        "stalled-transaction",
        Map.of(),
        (_, session) -> {
          var _ = write(session, Place.ALONE);
          AtomicLong endNanos = new AtomicLong();
          Ending ending = new Ending(() -> endNanos.set(System.nanoTime()));
          long thawNanos;
          SharedKafka.server().freeze();
          try {
            session.execute(TestOperation.on(OperationType.INSERT, 2, "a"), ending);
          } finally {
            thawNanos = System.nanoTime();
            SharedKafka.server().thaw();
          }
          assertThat(ending.outcome().status()).isEqualTo(Status.SUCCEEDED);
          assertThat(endNanos.get() - thawNanos).isPositive();
        });
  }

  @Test
  void aCommitThatIsNotAnsweredTimesOutAndTheNextTransactionHasAnotherProducer() throws Exception {
    inTopic(
        "commit-timeout",
        Map.of("delivery-timeout", "1s"),
        (_, session) -> {
          awaitWritten(session); // A busy broker may need longer than the timeout.
          SharedKafka.server().freeze();
          try {
            assertThat(run(session, OperationType.INSERT, Place.ALONE).failureCode())
                .isEqualTo("timeout");
          } finally {
            SharedKafka.server().thaw();
          }
          awaitWritten(session);
        });
  }

  private void awaitWritten(Session session) {
    await()
        .pollInSameThread()
        .atMost(PATIENCE)
        .until(() -> run(session, OperationType.INSERT, Place.ALONE).status() == Status.SUCCEEDED);
  }

  @Test
  void transactionsNeedAllAcksAndKeepTheirProducers() throws Exception {
    assertThatThrownBy(() -> inTopic("acks", Map.of("acks", "leader"), (_, _) -> {}))
        .hasMessage("transactions: must be false unless acks is all, was 'true'");
    inTopic(
        "kept",
        Map.of(),
        (client, session) -> {
          Map<String, String> changed = Map.of("transactions", "true", "linger", "7ms");
          assertThatThrownBy(() -> client.settingsChanged(TestTarget.values(driver(), changed)))
              .hasMessage(
                  "transactions: must be false to change producer settings during a run, was"
                      + " 'true'");
          var _ = write(session, Place.ALONE);
        });
  }
}

package org.plimsoll.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Consumers that start while their topic does not exist, and work once it does. */
@ExtendWith(SharedKafka.class)
class KafkaMissingTopicTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Override
  protected Driver driver() {
    return new KafkaDriver();
  }

  @Override
  protected String address() {
    return SharedKafka.server().address() + "/missing";
  }

  private interface Work {
    void with(Client client, Session session) throws Exception;
  }

  /** Runs work in a session whose topic has been deleted since it was opened. */
  private void withoutTopic(Work work) throws Exception {
    Map<String, String> settings =
        Map.of("schema", "temporary", "linger", "0", "delivery-timeout", "300ms");
    try (TestTarget target = new TestTarget(driver(), address(), settings, fieldNames());
        Client client = target.open()) {
      client.create();
      try (Session session = client.openSession();
          Admin admin =
              Admin.create(
                  Map.<String, Object>of(
                      AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                      SharedKafka.server().address()))) {
        var _ = admin.deleteTopics(Set.of("missing")).all().get();
        await().atMost(PATIENCE).until(() -> !admin.listTopics().names().get().contains("missing"));
        work.with(client, session);
      }
    }
  }

  private Outcome run(Session session, OperationType type) {
    return execute(session, TestOperation.any(type, key(), smallRow())).outcome();
  }

  @Test
  void aSessionConsumesOnceItsTopicExistsAgain() throws Exception {
    withoutTopic((client, session) -> {
      for (int i = 0; i < 2; i++) {
        assertThat(run(session, KafkaSession.CONSUME).failureCode()).isEqualTo("no-topic");
      }
      client.create();
      await()
          .pollInSameThread()
          .atMost(PATIENCE)
          .until(() -> run(session, OperationType.INSERT).status() == Status.SUCCEEDED);
      await()
          .pollInSameThread()
          .atMost(PATIENCE)
          .until(() -> run(session, KafkaSession.CONSUME).status() == Status.SUCCEEDED);
    });
  }

  @Test
  void recordsAreDeliveredOnceTheirTopicExistsAgain() throws Exception {
    withoutTopic((client, session) -> {
      assertThat(run(session, KafkaSession.DELIVER).failureCode()).isEqualTo("no-topic");
      client.create();
      await()
          .pollInSameThread()
          .atMost(PATIENCE)
          .until(() -> run(session, KafkaSession.DELIVER).status() == Status.SUCCEEDED);
    });
  }
}

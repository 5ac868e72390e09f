package org.plimsoll.driver.gremlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Tests when connections to a server are opened and closed. */
@ExtendWith(SharedJanusGraph.class)
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD) // the library can wait for ever
class GremlinConnectionsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The proxy's sockets of a connection. */
  private static final int SOCKETS = 2;

  private static final TestOperation WRONG =
      TestOperation.on(OperationType.reading("wrong"), 1).at(Place.FIRST);

  /** A target behind a proxy, with two sessions on one connection. */
  private interface ProxiedWork {
    void with(FaultProxy proxy, Client client, Session session, Session other) throws Exception;
  }

  private static void proxied(ProxiedWork work) throws Exception {
    proxied(true, work);
  }

  private static void proxied(boolean transactions, ProxiedWork work) throws Exception {
    Map<String, String> settings =
        Map.of(
            "transactions", String.valueOf(transactions),
            "connections", "1",
            "schema", "recreate",
            "statements", "wrong(read): g.V().nonsense(:key)");
    try (FaultProxy proxy = FaultProxy.to(SharedJanusGraph.server().port());
        TestTarget target =
            new TestTarget(new GremlinDriver(), proxy.address(), settings, List.of("field0"));
        Client client = target.open()) {
      client.create();
      try (Session session = client.openSession();
          Session other = client.openSession()) {
        work.with(proxy, client, session, other);
      }
    }
  }

  /** Fails, so that the next step needs a new connection. */
  private static void failAStep(Session session) {
    assertThat(GraphSteps.run(session, WRONG).failureCode()).isEqualTo("evaluation-error");
  }

  private static boolean isAnswered(Session session) {
    return GraphSteps.run(session, OperationType.READ, 1).status() == Status.NOT_FOUND;
  }

  /** Also for steps, if they are sent like other operations. */
  @Test
  void failedRequestsWithoutATransactionKeepTheirConnection() throws Exception {
    proxied(
        false,
        (proxy, _, session, other) -> {
          int before = proxy.connectionsAccepted();
          for (int i = 0; i < 20; i++) {
            failAStep(session);
            failARequest(other);
          }
          assertThat(isAnswered(session) && isAnswered(other)).isTrue();
          assertThat(proxy.connectionsAccepted()).isEqualTo(before);
        });
  }

  @Test
  void failedRequestsBesideATransactionKeepItsConnection() throws Exception {
    proxied((proxy, _, session, _) -> {
      int before = proxy.connectionsAccepted();
      GraphSteps.run(session, firstInsert());
      for (int i = 0; i < 20; i++) {
        failARequest(session);
      }
      TestOperation last = TestOperation.on(OperationType.UPDATE, 1, "b").at(Place.LAST);
      assertThat(GraphSteps.run(session, last).status()).isEqualTo(Status.SUCCEEDED);
      assertThat(proxy.connectionsAccepted()).isEqualTo(before);
    });
  }

  private static void failARequest(Session session) {
    TestOperation alone = TestOperation.on(OperationType.reading("wrong"), 1);
    assertThat(GraphSteps.run(session, alone).failureCode()).isEqualTo("evaluation-error");
  }

  /** The library waited for its only worker on this worker, so that no answer was delivered. */
  @Test
  void otherSessionsAreAnsweredAfterFailedSteps() throws Exception {
    proxied((_, _, session, other) -> {
      for (int i = 0; i < 20; i++) {
        failAStep(session);
        assertThat(isAnswered(other)).isTrue();
      }
    });
  }

  @Test
  void otherSessionsAreAnsweredWhenOneIsClosedDuringAStep() throws Exception {
    proxied((proxy, client, session, other) -> {
      closeDuringAStep(proxy, session);
      assertThat(isAnswered(other)).isTrue();
      try (Session replacing = client.openSession()) {
        assertThat(isAnswered(replacing)).isTrue();
      }
    });
  }

  /** An open one would keep indexes from being enabled. */
  @Test
  void aSessionThatIsClosedBetweenTwoStepsLeavesNoTransactionAtTheServer() throws Exception {
    Map<String, String> settings =
        Map.of("transactions", "true", "statements", "open(read): graph.getOpenTransactions()");
    try (TestTarget target =
            new TestTarget(
                new GremlinDriver(), SharedJanusGraph.address(), settings, List.of("field0"));
        Client client = target.open();
        Session other = client.openSession()) {
      client.create();
      IntSupplier open = () -> GraphSteps.run(other, OperationType.reading("open"), 1).items();
      int before = open.getAsInt();
      try (Session session = client.openSession()) {
        GraphSteps.run(session, firstInsert());
        assertThat(open.getAsInt()).isGreaterThan(before);
      }
      await().atMost(PATIENCE).until(() -> open.getAsInt() <= before);
    }
  }

  /** Closes a session while the server's answer to its first step is held back. */
  private static void closeDuringAStep(FaultProxy proxy, Session session) throws Exception {
    proxy.holdAnswers();
    Ending ending = new Ending();
    session.execute(firstInsert(), ending);
    proxy.awaitHeldAnswer();
    session.close();
    assertThat(ending.outcome().failureCode()).isEqualTo("closed");
    proxy.heal();
  }

  private static TestOperation firstInsert() {
    return TestOperation.on(OperationType.INSERT, 1, "a").at(Place.FIRST);
  }

  /** A wait would delay the operations of other sessions. */
  @Test
  void aStepAfterAFailedOneIsStartedWithoutWaitingForItsConnection() throws Exception {
    proxied((proxy, _, session, _) -> {
      failAStep(session);
      proxy.holdAnswers();
      Ending ending = new Ending();
      session.execute(firstInsert(), ending);
      assertThat(ending.times()).as("%s", ending).isZero();
      proxy.heal();
      assertThat(ending.outcome().status()).as("%s", ending).isEqualTo(Status.SUCCEEDED);
    });
  }

  @Test
  void aSessionThatIsClosedWhileItConnectsLeavesNoConnection() throws Exception {
    proxied((proxy, _, session, _) -> {
      int before = proxy.socketsOpen();
      failAStep(session);
      // The connection of the failed transaction is closed first.
      await().atMost(PATIENCE).until(() -> proxy.socketsOpen() == before - SOCKETS);
      closeDuringAStep(proxy, session);
      await().atMost(PATIENCE).until(() -> proxy.socketsOpen() == before - SOCKETS);
    });
  }

  @Test
  void aThreadThatIsInterruptedWhileItConnectsLeavesNoConnection() {
    try (FaultProxy proxy = FaultProxy.to(SharedJanusGraph.server().port());
        TestTarget target =
            new TestTarget(new GremlinDriver(), proxy.address(), Map.of(), List.of("field0"))) {
      Thread.currentThread().interrupt();
      try {
        assertThatThrownBy(target::open).hasRootCauseInstanceOf(InterruptedException.class);
      } finally {
        boolean _ = Thread.interrupted();
      }
      assertThat(proxy.connectionsAccepted()).isPositive();
      await().atMost(PATIENCE).until(() -> proxy.socketsOpen() == 0);
    }
  }
}

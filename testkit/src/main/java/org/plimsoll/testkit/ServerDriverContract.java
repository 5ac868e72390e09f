package org.plimsoll.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Client;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;

/** The contract of drivers for servers, which also covers their behavior under faults. */
public abstract class ServerDriverContract extends DriverContract {
  private static final int IN_FLIGHT = 32;
  private static final Duration RECOVERY = Duration.ofSeconds(20);
  private static final Duration DEADLINE = Duration.ofSeconds(2);

  /** Returns the server at {@link #address}. */
  protected abstract RealServer server();

  /**
   * Returns the address of the target if its server, or a proxy in front of the server, listens on
   * the given host and port.
   */
  protected String addressAt(String hostAndPort) {
    return hostAndPort;
  }

  @Test
  void aRefusedConnectionIsOneSentenceWithTheAddress() {
    String nobody = "127.0.0.1:" + RealServer.freePort();
    assertThatThrownBy(() -> opened(addressAt(nobody), settings(), _ -> {}))
        .hasMessageContaining(nobody)
        .hasMessageNotContaining("\n");
  }

  @Test
  void anAddressWithColonsIsPrintedInBrackets() {
    String nobody = "[::1]:" + RealServer.freePort();
    assertThatThrownBy(() -> opened(addressAt(nobody), settings(), _ -> {}))
        .hasMessageContaining(nobody)
        .hasMessageNotContaining("\n");
  }

  /** The driver respects addresses that the engine forbids: see {@code DriverContext.resolve}. */
  @Test
  void anAddressThatIsNotAllowedIsNeverConnectedTo() {
    try (FaultProxy proxy = FaultProxy.to(server().port());
        TestTarget target =
            new TestTarget(driver(), addressAt(proxy.address()), settings(), fieldNames())
                .reaching(TestTarget::byName, _ -> false)) {
      assertThatThrownBy(target::open).hasMessageContaining("must be an allowed address");
      assertThat(proxy.connectionsAccepted()).isZero();
    }
  }

  /**
   * Checks that the driver refuses a name that has moved to a forbidden address. Only for drivers
   * whose library checks each address when it connects.
   */
  protected final void checkThatAnAddressRefusedLaterIsNotConnectedTo() throws Exception {
    AtomicBoolean refuses = new AtomicBoolean();
    try (FaultProxy proxy = FaultProxy.to(server().port());
        TestTarget target =
            new TestTarget(driver(), addressAt(proxy.address()), settings(), fieldNames())
                .reaching(TestTarget::byName, _ -> !refuses.get());
        Client client = target.open()) {
      client.create();
      try (Session session = client.openSession()) {
        Supplier<Outcome> written = () -> execute(session, write(key(), smallRow())).outcome();
        assertThat(written.get().status()).isEqualTo(Status.SUCCEEDED);
        refuses.set(true);
        int connections = proxy.connectionsAccepted();
        proxy.cut();
        await().atMost(RECOVERY).until(() -> "address-refused".equals(written.get().failureCode()));
        assertThat(proxy.connectionsAccepted()).isEqualTo(connections);
        refuses.set(false);
        assertThat(written.get().status()).isEqualTo(Status.SUCCEEDED);
      }
    }
  }

  @Test
  void operationsInFlightFailWhenAServerIsKilledAndItsRestartIsUsed() throws Exception {
    opened(client -> {
      List<Ending> endings = new ArrayList<>();
      try (Session session = client.openSession()) {
        send(session, endings);
        server().kill();
        endings.forEach(Ending::outcome); // The test keeps to maxInFlight.
        for (int i = 0; i < IN_FLIGHT; i++) {
          Ending ending = execute(session, write(key(), smallRow()));
          assertThat(ending.outcome().status()).isEqualTo(Status.FAILED);
          assertThat(ending.outcome().failureCode()).isNotBlank();
          assertSaysSomethingIfAnything(ending);
          endings.add(ending);
        }
      } finally {
        server().start();
      }
      assertThat(endings).allMatch(ending -> ending.times() == 1);
      awaitSuccess(client);
    });
  }

  /**
   * Asserts that a failure has a useful message, if any. An empty message would displace later
   * messages.
   */
  private static void assertSaysSomethingIfAnything(Ending failed) {
    String message = failed.message();
    if (message != null) {
      assertThat(message).isNotBlank().isNotEqualTo("null");
    }
  }

  @Test
  void aFrozenServerAnswersLateAndOnce() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        List<Ending> endings = new ArrayList<>();
        server().freeze();
        try {
          send(session, endings);
          assertNoneEnded(endings, "the server is frozen");
        } finally {
          server().thaw();
        }
        assertThat(endings).allMatch(e -> e.outcome().status() == Status.SUCCEEDED);
        assertThat(endings).allMatch(e -> e.times() == 1);
      }
    });
  }

  @Test
  void closingASessionWhoseConnectionIsABlackHoleCompletesAllAndTheNextOneWorks() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server().port())) {
      opened(
          addressAt(proxy.address()),
          settings(),
          client -> {
            Session session = client.openSession();
            assertThat(execute(session, write(key(), smallRow())).outcome().status())
                .isEqualTo(Status.SUCCEEDED);
            proxy.blackHoleAll();
            List<Ending> endings = new ArrayList<>();
            send(session, endings);
            assertNoneEnded(endings, "the connection is a black hole");
            session.close();
            assertThat(endings).allMatch(ending -> ending.times() == 1);
            assertThat(endings).allMatch(e -> e.outcome().status() == Status.FAILED);
            proxy.heal();
            awaitSuccess(client);
          });
    }
  }

  @Test
  void aResetConnectionLosesNoOperationAndTheTargetIsUsedAgain() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server().port())) {
      opened(
          addressAt(proxy.address()),
          settings(),
          client -> {
            try (Session session = client.openSession()) {
              assertThat(execute(session, write(key(), smallRow())).outcome().status())
                  .isEqualTo(Status.SUCCEEDED);
              proxy.holdAnswers();
              List<Ending> endings = new ArrayList<>();
              send(session, endings);
              proxy.awaitHeldAnswer();
              proxy.cutAll();
              assertThat(endings).allMatch(e -> e.outcome().status() == Status.FAILED);
              assertThat(endings).allMatch(ending -> ending.times() == 1);
              proxy.heal();
            }
            awaitSuccess(client);
          });
    }
  }

  /** Whether a rehearsal sends a request. By default, it sends none. */
  protected boolean rehearses() {
    return false;
  }

  @Test
  void aRehearsalOnABlackHoleEndsWithItsSession() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server().port())) {
      opened(
          addressAt(proxy.address()),
          settings(),
          client -> {
            Session session = client.openSession();
            assertThat(execute(session, write(key(), smallRow())).outcome().status())
                .isEqualTo(Status.SUCCEEDED);
            proxy.blackHoleAll();
            Ending ending = rehearse(session, write(key(), smallRow()));
            if (rehearses()) {
              assertNoneEnded(List.of(ending), "the connection is a black hole");
            } else {
              assertThat(ending.outcome().status()).isEqualTo(Status.SUCCEEDED);
            }
            session.close();
            assertThat(ending.outcome()).isNotNull();
            assertThat(ending.times()).isEqualTo(1);
            proxy.heal();
            awaitSuccess(client);
          });
    }
  }

  /**
   * A late answer is reported. The engine counts it as a timeout of the operation, and as
   * throughput of the target.
   */
  @Test
  void anAnswerAfterTheDeadlineIsAnAnswer() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server().port())) {
      opened(
          addressAt(proxy.address()),
          settings(),
          client -> {
            try (Session session = client.openSession()) {
              proxy.delayAnswers(Duration.ofMillis(50));
              TestOperation operation = write(key(), smallRow()).withDeadline(System.nanoTime());
              Ending ending = execute(session, operation);
              assertThat(ending.outcome().status()).isEqualTo(Status.SUCCEEDED);
            }
          });
    }
  }

  @Test
  void closingAClientClosesItsConnections() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server().port())) {
      opened(
          addressAt(proxy.address()),
          settings(),
          client -> {
            Session session = client.openSession();
            assertThat(execute(session, write(key(), smallRow())).outcome().status())
                .isEqualTo(Status.SUCCEEDED);
            assertThat(proxy.socketsOpen()).isPositive();
            client.close();
            await().atMost(RECOVERY).until(() -> proxy.socketsOpen() == 0);
          });
    }
  }

  private static void assertNoneEnded(List<Ending> endings, String fault) {
    assertThat(endings)
        .as("no operation ends while %s, and execute returns without an answer", fault)
        .allMatch(ending -> ending.times() == 0);
  }

  private void send(Session session, List<Ending> endings) {
    for (int i = 0; i < Math.min(session.maxInFlight(), IN_FLIGHT); i++) {
      endings.add(execute(session, write(key(), smallRow())));
    }
  }

  /**
   * Opens sessions, as the engine does, until an operation on each of them succeeds. A session
   * whose operation misses its deadline is closed, because a pool may still have broken
   * connections.
   */
  private void awaitSuccess(Client client) throws Exception {
    long deadlineNanos = System.nanoTime() + RECOVERY.toNanos();
    int successes = 0;
    String last = "nothing was tried";
    while (successes < 8 && System.nanoTime() < deadlineNanos) {
      try {
        Session session = client.openSession();
        Ending ending = execute(session, write(key(), smallRow()));
        boolean inTime = ending.endsWithin(DEADLINE);
        session.close();
        var outcome = ending.outcome();
        boolean succeeded = inTime && outcome.status() == Status.SUCCEEDED;
        successes = succeeded ? successes + 1 : 0;
        last = String.valueOf(outcome);
      } catch (Exception e) {
        successes = 0;
        last = String.valueOf(e.getMessage());
      }
      if (successes == 0) {
        TimeUnit.MILLISECONDS.sleep(20); // polls, and reports the last failure
      }
    }
    assertThat(successes).as(last).isEqualTo(8);
  }
}

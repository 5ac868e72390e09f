package org.plimsoll.driver.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** The operations, sessions, facts, metrics and failures of ZooKeeper. */
@ExtendWith(SharedZooKeeper.class)
class ZooKeeperOperationsTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private interface InSession {
    void with(Client client, Session session) throws Exception;
  }

  @Override
  protected Driver driver() {
    return new ZooKeeperDriver();
  }

  @Override
  protected String address() {
    return SharedZooKeeper.server().address() + "/operations";
  }

  private void inSession(String address, Map<String, String> settings, InSession work)
      throws Exception {
    opened(
        address,
        settings,
        client -> {
          try (Session session = client.openSession()) {
            work.with(client, session);
          }
        });
  }

  private Status status(Session session, OperationType type, TestKey key) {
    return execute(session, TestOperation.any(type, key, smallRow())).outcome().status();
  }

  private String code(Session session, OperationType type, TestKey key) {
    return String.valueOf(
        execute(session, TestOperation.any(type, key, smallRow())).outcome().failureCode());
  }

  @Test
  void createFailsIfTheRowExists() throws Exception {
    inSession(
        address(),
        Map.of(),
        (_, session) -> {
          TestKey key = key();
          assertThat(status(session, Operations.CREATE, key)).isEqualTo(Status.SUCCEEDED);
          Ending again = execute(session, TestOperation.on(Operations.CREATE, key, smallRow()));
          assertThat(again.outcome().failureCode()).isEqualTo("exists");
          assertThat(again.message()).contains("NodeExists").contains("/operations/p");
          assertThat(status(session, OperationType.INSERT, key)).isEqualTo(Status.SUCCEEDED);
        });
  }

  /** Each has read the version before one of the others has written. */
  @Test
  void ofManyConcurrentCompareAndSetsSomeConflict() throws Exception {
    inSession(
        address(),
        Map.of(),
        (_, session) -> {
          TestKey key = key();
          assertThat(status(session, Operations.CAS, key)).isEqualTo(Status.NOT_FOUND);
          status(session, OperationType.UPDATE, key);
          List<Ending> endings = new ArrayList<>();
          for (int i = 0; i < 40; i++) {
            endings.add(execute(session, TestOperation.on(Operations.CAS, key, smallRow())));
          }
          assertThat(endings)
              .anyMatch(each -> each.outcome().status() == Status.SUCCEEDED)
              .anyMatch(each -> "conflict".equals(each.outcome().failureCode()));
        });
  }

  @Test
  void anUpdateOfAMissingRowCreatesItAndCountsItsAttempts() throws Exception {
    inSession(
        address(),
        Map.of(),
        (_, session) -> {
          TestKey key = key();
          Ending first = execute(session, write(key, smallRow()));
          assertThat(first.outcome().status()).isEqualTo(Status.SUCCEEDED);
          assertThat(first.outcome().attempts()).isEqualTo(2);
          assertThat(execute(session, write(key, smallRow())).outcome().attempts()).isEqualTo(1);
        });
  }

  @Test
  void theAttemptsOfAnOperationAreItsRequests() throws Exception {
    inSession(
        address() + "/counted",
        Map.of("parents", "1"),
        (client, session) -> {
          TestKey key = key();
          assertThat(attempts(session, TestOperation.on(Operations.CAS, key, smallRow()))).isOne();
          assertThat(attempts(session, TestOperation.scan(key, 1))).isOne(); // lists no row
          var rows = List.of(smallRow(), smallRow());
          var bulk = TestOperation.bulk(OperationType.BULK_WRITE, List.of(key, key()), rows);
          assertThat(attempts(session, bulk)).isEqualTo(3);
          assertThat(attempts(session, bulk)).isOne();
          assertThat(attempts(session, TestOperation.on(Operations.CAS, key, smallRow())))
              .isEqualTo(2);
          assertThat(attempts(session, TestOperation.scan(key, 1))).isEqualTo(2);
          var read = TestOperation.on(OperationType.READ, key);
          assertThat(attempts(session, read)).isOne();
          client.settingsChanged(TestTarget.values(driver(), Map.of("sync", "true")));
          assertThat(attempts(session, read)).isEqualTo(2);
        });
  }

  private int attempts(Session session, TestOperation operation) {
    return execute(session, operation).outcome().attempts();
  }

  /** The threads of the client library have the name of the thread that creates it. */
  @Test
  void aPasswordWithoutAUserIsRefusedBeforeAClientStarts() throws Exception {
    String opener = "password-without-user";
    AtomicReference<Throwable> refusal = new AtomicReference<>();
    Thread opening =
        Thread.ofPlatform()
            .name(opener)
            .start(() ->
                refusal.set(
                    catchThrowable(
                        () -> opened(address(), Map.of("password", "secret"), _ -> {}))));
    opening.join();
    assertThat(refusal.get()).hasMessage("user: must be given with a password, was ''");
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith(opener));
  }

  @Test
  void aScanReadsTheRowsOfTheParentInTheOrderOfNames() throws Exception {
    inSession(
        address() + "/scanned",
        Map.of("parents", "1"),
        (client, session) -> {
          for (String name : List.of("b", "a", "d", "c")) {
            var row = TestRow.of(fieldNames(), List.of(utf8(name)));
            var key = TestKey.of(number(), name);
            execute(session, TestOperation.on(OperationType.UPDATE, key, row)).outcome();
          }
          assertThat(client.count()).hasValue(4);
          Ending scan = execute(session, TestOperation.scan(TestKey.of(1, "b"), 2));
          assertThat(scan.outcome().items()).isEqualTo(2);
          assertThat(scan.fieldTexts()).containsExactly("0:=b", "1:=c");
          Ending list = execute(session, TestOperation.on(Operations.CHILDREN, TestKey.of(1, "b")));
          assertThat(list.outcome().items()).isEqualTo(4);
          assertThat(list.outcome().payloadBytes()).isEqualTo(4);
          client.truncate();
          assertThat(client.count()).hasValue(0);
          Ending none = execute(session, TestOperation.scan(TestKey.of(1, "b"), 2));
          assertThat(none.outcome().status()).isEqualTo(Status.NOT_FOUND);
        });
  }

  @Test
  void aBulkMixesRowsThatExistAndOthersAndMayHaveAKeyTwice() throws Exception {
    inSession(
        address(),
        Map.of(),
        (_, session) -> {
          TestKey exists = key();
          TestKey missing = key();
          var last = smallRow();
          status(session, OperationType.UPDATE, exists);
          var bulk =
              TestOperation.bulk(
                  OperationType.BULK_WRITE,
                  List.of(exists, missing, missing),
                  List.of(smallRow(), smallRow(), last));
          assertThat(execute(session, bulk).outcome().items()).isEqualTo(3);
          assertHolds(session, missing, last);
        });
  }

  @Test
  void syncsBeforeReadsAreSwitchedLive() throws Exception {
    inSession(
        address(),
        Map.of(),
        (client, session) -> {
          TestKey key = key();
          status(session, OperationType.UPDATE, key);
          long without = packetsOfTenReads(client, session, key);
          client.settingsChanged(TestTarget.values(driver(), Map.of("sync", "true")));
          long with = packetsOfTenReads(client, session, key);
          assertThat(with - without).isBetween(5L, 15L); // pings and questions are packets, too
        });
  }

  private long packetsOfTenReads(Client client, Session session, TestKey key) throws Exception {
    double before = packets(client);
    for (int i = 0; i < 10; i++) {
      assertThat(status(session, OperationType.READ, key)).isEqualTo(Status.SUCCEEDED);
    }
    return Math.round(packets(client) - before);
  }

  private static double packets(Client client) throws Exception {
    return client.telemetry().getOrDefault("packets_received_total", 0.0);
  }

  @Test
  void anEphemeralRowIsGoneWhenItsClientIsClosed() throws Exception {
    TestKey key = key();
    inSession(
        address(),
        Map.of(),
        (_, session) -> {
          assertThat(status(session, Operations.CREATE_EPHEMERAL, key)).isEqualTo(Status.SUCCEEDED);
          assertThat(status(session, OperationType.READ, key)).isEqualTo(Status.SUCCEEDED);
        });
    inSession(
        address(),
        Map.of(),
        (_, session) ->
            await()
                .pollInSameThread()
                .atMost(PATIENCE)
                .until(() -> status(session, OperationType.READ, key) == Status.NOT_FOUND));
  }

  @Test
  void anExpiredSessionIsReplacedAndCounted() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(SharedZooKeeper.server().port());
        TestTarget target =
            new TestTarget(
                driver(),
                proxy.address() + "/operations",
                // Long enough that no pause of a busy machine ends the session before its time.
                Map.of("session-timeout", "6s", "connections", "1"),
                fieldNames());
        Client client = target.open()) {
      client.create();
      try (Session session = client.openSession()) {
        TestKey key = key();
        assertThat(status(session, Operations.CREATE_EPHEMERAL, key)).isEqualTo(Status.SUCCEEDED);
        proxy.blackHoleAll();
        inSession(
            address(),
            Map.of(),
            (_, other) ->
                await()
                    .pollInSameThread()
                    .atMost(PATIENCE)
                    .until(() -> status(other, OperationType.READ, key) == Status.NOT_FOUND));
        proxy.heal();
        await()
            .pollInSameThread()
            .atMost(PATIENCE)
            .until(() -> status(session, OperationType.UPDATE, key) == Status.SUCCEEDED);
        assertThat(target.counts().get("expired-sessions")).isPositive();
        assertThat(target.events()).contains("a session of ZooKeeper has expired");
      }
    }
  }

  @Test
  void rowsOfACreatorAreDeniedToOthers() throws Exception {
    String address = SharedZooKeeper.server().address() + "/guarded";
    TestKey key = key();
    Map<String, String> creator = Map.of("user", "me", "password", "right", "acl", "creator");
    inSession(
        address,
        creator,
        (_, session) ->
            assertThat(status(session, OperationType.UPDATE, key)).isEqualTo(Status.SUCCEEDED));
    for (Map<String, String> other :
        List.of(Map.<String, String>of(), Map.of("user", "me", "password", "wrong"))) {
      try (TestTarget target = new TestTarget(driver(), address, other, fieldNames());
          Client client = target.open();
          Session session = client.openSession()) {
        assertThat(code(session, OperationType.READ, key)).isEqualTo("auth");
        assertThat(code(session, OperationType.UPDATE, key)).isEqualTo("auth");
        assertThatThrownBy(client::create)
            .hasMessageContaining("denies this user a required permission")
            .hasMessageNotContaining("wrong");
      }
    }
    assertThatThrownBy(() -> opened(address, Map.of("acl", "creator"), _ -> {}))
        .hasMessage("acl: must be open without a user, was 'creator'");
  }

  @Test
  void aRowThatIsTooLargeIsNotSent() throws Exception {
    inSession(
        address(),
        Map.of(),
        (_, session) -> {
          Ending refused = execute(session, write(key(), row(1_048_576)));
          assertThat(refused.outcome().failureCode()).isEqualTo("too-large");
          assertThat(refused.outcome().attempts()).isZero();
          assertThat(refused.message()).contains("max-buffer=1048575");
          assertThat(status(session, OperationType.UPDATE, key())).isEqualTo(Status.SUCCEEDED);
        });
  }

  @Test
  void factsDescribeTheServer() throws Exception {
    opened(client ->
        assertThat(client.facts())
            .containsEntry("product", "ZooKeeper 3.9.5")
            .containsEntry("servers", "1")
            .containsEntry("server " + SharedZooKeeper.server().address(), "standalone")
            .containsEntry("path", "/operations")
            .containsEntry("session timeout", "10000 ms")); // 20 ticks of 500 ms at most
  }

  /** Compares each unit with what the server says of itself. */
  @Test
  void telemetryIsWhatTheServerReports() throws Exception {
    inSession(
        address(),
        Map.of(),
        (client, session) -> {
          status(session, OperationType.UPDATE, key());
          Map<String, Double> metrics = client.telemetry();
          assertThat(metrics.get("nodes")).isGreaterThan(17); // those of the parents, at least
          assertThat(metrics.get("updates_seconds_count")).isPositive();
          assertThat(metrics.get("updates_seconds_sum"))
              .isBetween(0.0, 60 * metrics.getOrDefault("updates_seconds_count", 0.0));
          assertThat(metrics).containsEntry("outstanding_requests", 0.0);
          assertThat(metrics.get("connections_open")).isPositive();
        });
  }

  @Test
  void operationsAreNotSentWhileTheServerIsDown() throws Exception {
    inSession(
        address(),
        Map.of(),
        (_, session) -> {
          status(session, OperationType.UPDATE, key());
          SharedZooKeeper.server().kill();
          try {
            await()
                .pollInSameThread()
                .atMost(PATIENCE)
                .untilAsserted(() -> {
                  Ending ending = execute(session, write(key(), smallRow()));
                  assertThat(ending.outcome().failureCode()).isEqualTo("not-connected");
                  assertThat(ending.outcome().attempts()).isZero();
                  assertThat(ending.message()).contains(SharedZooKeeper.server().address());
                });
          } finally {
            SharedZooKeeper.server().start();
          }
          await()
              .pollInSameThread()
              .atMost(PATIENCE)
              .until(() -> status(session, OperationType.UPDATE, key()) == Status.SUCCEEDED);
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"h:1/a//b", "h:1/a/", "h:1//a", "h:1/a b", "h:1/zookeeper", "h:1/zookeeper/a"})
  void aPathOfAnotherFormIsRefused(String address) {
    assertThatThrownBy(() -> driver().checkAddress(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the path must be names of letters, digits, '.', '_' and '-' that do not start with"
                + " '.', separated by '/', not below '/zookeeper', was '"
                + address.substring("h:1/".length())
                + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":::", "h:99999", "h:1,", "h:1/"})
  void anInvalidAddressIsRefusedBeforeAnyConnection(String address) {
    assertThatThrownBy(() -> driver().checkAddress(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the address must be host[:port][,host[:port]…][/path], was '" + address + "'");
  }
}

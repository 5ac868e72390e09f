package org.plimsoll.driver.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
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
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** The operations, facts, metrics and failures of etcd. */
@ExtendWith(SharedEtcd.class)
class EtcdOperationsTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private interface InSession {
    void with(Client client, Session session) throws Exception;
  }

  @Override
  protected Driver driver() {
    return new EtcdDriver();
  }

  @Override
  protected String address() {
    return SharedEtcd.server().address();
  }

  private void inSession(Map<String, String> settings, InSession work) throws Exception {
    opened(
        address(),
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

  private String code(Session session, TestOperation operation) {
    return String.valueOf(execute(session, operation).outcome().failureCode());
  }

  @Test
  void createFailsIfTheRowExists() throws Exception {
    inSession(
        Map.of(),
        (_, session) -> {
          TestKey key = key();
          var row = smallRow();
          var create = TestOperation.on(EtcdOperations.CREATE, key, row);
          assertThat(execute(session, create).outcome().payloadBytes()).isEqualTo(100);
          assertThat(code(session, TestOperation.on(EtcdOperations.CREATE, key, smallRow())))
              .isEqualTo("exists");
          assertHolds(session, key, row);
        });
  }

  /** Each has read the version before one of the others has written. */
  @Test
  void ofManyConcurrentCompareAndSetsSomeConflictAndOneRowIsWritten() throws Exception {
    inSession(
        Map.of(),
        (_, session) -> {
          TestKey key = key();
          assertThat(status(session, EtcdOperations.CAS, key)).isEqualTo(Status.NOT_FOUND);
          assertThat(status(session, OperationType.UPDATE, key)).isEqualTo(Status.SUCCEEDED);
          List<Ending> endings = new ArrayList<>();
          for (int i = 0; i < 40; i++) {
            endings.add(execute(session, TestOperation.on(EtcdOperations.CAS, key, smallRow())));
          }
          assertThat(endings)
              .anyMatch(each -> each.outcome().status() == Status.SUCCEEDED)
              .anyMatch(each -> "conflict".equals(each.outcome().failureCode()))
              .allMatch(each ->
                  each.outcome().status() == Status.SUCCEEDED
                      || "conflict".equals(each.outcome().failureCode()));
        });
  }

  @Test
  void aBulkCompareAndSetWritesAllRowsOrNone() throws Exception {
    inSession(
        Map.of(),
        (_, session) -> {
          List<TestKey> keys = List.of(key(), key(), key());
          var rows = List.of(smallRow(), smallRow(), smallRow());
          var cas = TestOperation.bulk(EtcdOperations.BULK_CAS, keys, rows);
          status(session, OperationType.UPDATE, keys.get(0));
          status(session, OperationType.UPDATE, keys.get(1));
          assertThat(execute(session, cas).outcome().status()).isEqualTo(Status.NOT_FOUND);
          assertThat(status(session, OperationType.READ, keys.get(2))).isEqualTo(Status.NOT_FOUND);
          status(session, OperationType.UPDATE, keys.get(2));
          assertThat(execute(session, cas).outcome().items()).isEqualTo(3);
          for (int i = 0; i < 3; i++) {
            assertHolds(session, keys.get(i), rows.get(i));
          }
        });
  }

  @Test
  void aBulkIsOneTransactionWhichTheServerLimits() throws Exception {
    inSession(
        Map.of(),
        (_, session) -> {
          TestKey twice = key();
          var last = smallRow();
          var bulk =
              TestOperation.bulk(
                  OperationType.BULK_WRITE, List.of(twice, twice), List.of(smallRow(), last));
          assertThat(execute(session, bulk).outcome().items()).isEqualTo(2);
          assertHolds(session, twice, last);
          List<TestKey> many = LongStream.range(0, 129).mapToObj(TestKey::of).toList();
          Ending refused =
              execute(session, TestOperation.bulk(OperationType.BULK_READ, many, List.of()));
          assertThat(refused.outcome().failureCode()).isEqualTo("too-many-operations");
          assertThat(refused.message()).isEqualTo("etcdserver: too many operations in txn request");
        });
  }

  @Test
  void aScanReturnsRowsOfThePrefixInTheOrderOfKeys() throws Exception {
    inSession(
        Map.of("prefix", "scanned/"),
        (client, session) -> {
          for (String name : List.of("b", "a", "d", "c")) {
            var key = TestKey.of(number(), name);
            var row = TestOperation.TestRow.of(fieldNames(), List.of(utf8(name)));
            execute(session, TestOperation.on(OperationType.UPDATE, key, row)).outcome();
          }
          opened(
              address(),
              Map.of("prefix", "scanned0"), // the first key after those of the prefix
              other -> {
                try (Session its = other.openSession()) {
                  execute(its, write(key(), smallRow())).outcome();
                }
              });
          assertThat(client.count()).hasValue(4);
          Ending scan = execute(session, TestOperation.scan(TestKey.of(1, "b"), 10));
          assertThat(scan.outcome().items()).isEqualTo(3);
          assertThat(scan.fieldTexts()).containsExactly("0:=b", "1:=c", "2:=d");
          client.truncate();
          assertThat(client.count()).hasValue(0);
          Ending none = execute(session, TestOperation.scan(TestKey.of(1, "b"), 10));
          assertThat(none.outcome().status()).isEqualTo(Status.NOT_FOUND);
        });
  }

  @Test
  void rowsExpireAfterTheirTimeToLiveWhichChangesLive() throws Exception {
    inSession(
        Map.of("prefix", "leased/"),
        (client, session) -> {
          TestKey stays = key();
          TestKey expires = key();
          TestKey ofItsOwnLease = key();
          status(session, OperationType.UPDATE, stays);
          client.settingsChanged(
              TestTarget.values(driver(), Map.of("ttl", "1s", "lease-ttl", "1s")));
          // On a busy machine, a row may expire before it is read: it is then written again.
          await()
              .pollInSameThread()
              .atMost(PATIENCE)
              .until(() -> {
                status(session, OperationType.UPDATE, expires);
                return status(session, OperationType.READ, expires) == Status.SUCCEEDED;
              });
          assertThat(status(session, EtcdOperations.LEASE_PUT, ofItsOwnLease))
              .isEqualTo(Status.SUCCEEDED);
          await()
              .pollInSameThread()
              .atMost(PATIENCE)
              .untilAsserted(() -> {
                assertThat(status(session, OperationType.READ, expires))
                    .isEqualTo(Status.NOT_FOUND);
                assertThat(status(session, OperationType.READ, ofItsOwnLease))
                    .isEqualTo(Status.NOT_FOUND);
              });
          assertThat(status(session, OperationType.READ, stays)).isEqualTo(Status.SUCCEEDED);
        });
  }

  @Test
  void aWatchedWriteEndsWhenTheWatchHasSeenIt() throws Exception {
    inSession(
        Map.of("prefix", "watched/"),
        (client, session) -> {
          TestKey same = key();
          List<Ending> endings = new ArrayList<>();
          for (int i = 0; i < 50; i++) {
            TestKey key = i % 2 == 0 ? same : key();
            endings.add(
                execute(session, TestOperation.on(EtcdOperations.WATCH_PUT, key, smallRow())));
          }
          assertThat(endings)
              .allMatch(each -> each.outcome().status() == Status.SUCCEEDED)
              .allMatch(each -> each.outcome().payloadBytes() == 100);
          assertThat(client.telemetry().get("watchers")).isGreaterThanOrEqualTo(1);
        });
  }

  @Test
  void factsDescribeTheClusterAndItsLeader() throws Exception {
    inSession(
        Map.of(),
        (client, _) -> {
          String name = "member" + SharedEtcd.server().port();
          assertThat(client.facts())
              .containsEntry("members", "1")
              .containsEntry("leader", name)
              .containsEntry("member " + name, "leader, http://" + address())
              .containsEntry("prefix", "/plimsoll/");
          assertThat(client.facts().get("server")).matches("etcd 3\\.[0-9.]+");
        });
  }

  /** Compares each unit with the page that the server has for Prometheus. */
  @Test
  void telemetryIsWhatTheServerReports() throws Exception {
    inSession(
        Map.of("prefix", "counted/"),
        (client, session) -> {
          for (int i = 0; i < 20; i++) {
            status(session, OperationType.UPDATE, key());
          }
          // The server writes to its files a moment later: the numbers of one question may be of
          // before, and those of the other of after.
          await()
              .pollInSameThread()
              .atMost(PATIENCE)
              .untilAsserted(() -> assertMetrics(client.telemetry()));
        });
  }

  private void assertMetrics(Map<String, Double> metrics) throws IOException {
    assertThat(metrics)
        .containsEntry("database_bytes", ofPage("etcd_mvcc_db_total_size_in_bytes"))
        .containsEntry("keys", ofPage("etcd_debugging_mvcc_keys_total"))
        .containsEntry("proposals_pending", 0.0)
        .containsEntry("database_quota_bytes", ofPage("etcd_server_quota_backend_bytes"));
    assertThat(metrics.get("wal_fsync_seconds_count")).isGreaterThanOrEqualTo(20);
    assertThat(metrics.get("wal_fsync_seconds_sum")).isPositive();
    assertThat(metrics.get("memory_resident_bytes")).isGreaterThan(1e6);
  }

  private double ofPage(String name) throws IOException {
    URI page = URI.create("http://" + address() + "/metrics");
    try (InputStream answer = page.toURL().openStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith(name + " "))
          .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void hooksCompactAndDefragment() throws Exception {
    inSession(
        Map.of(),
        (client, session) -> {
          status(session, OperationType.UPDATE, key());
          assertThat(client.hooks()).containsOnlyKeys("compact", "defragment");
          assertThat(client.runHook("compact")).matches("compacted up to revision \\d+");
          assertThat(client.runHook("defragment")).isEqualTo("defragmented 1 member");
          assertThat(status(session, OperationType.UPDATE, key())).isEqualTo(Status.SUCCEEDED);
        });
  }

  @Test
  void aRequestThatIsTooLargeIsRefusedByTheServer() throws Exception {
    inSession(
        Map.of(),
        (_, session) -> {
          Ending refused = execute(session, write(key(), row(2_000_000)));
          assertThat(refused.outcome().failureCode()).isEqualTo("too-large");
          assertThat(refused.message()).isEqualTo("etcdserver: request is too large");
        });
  }

  @Test
  void operationsAreNotSentWhileTheServerIsDown() throws Exception {
    inSession(
        Map.of(),
        (_, session) -> {
          status(session, OperationType.UPDATE, key());
          SharedEtcd.server().kill();
          try {
            await()
                .pollInSameThread()
                .atMost(PATIENCE)
                .untilAsserted(() -> {
                  Ending ending = execute(session, write(key(), smallRow()));
                  assertThat(ending.outcome().failureCode()).isEqualTo("not-connected");
                  assertThat(ending.outcome().attempts()).isZero();
                  assertThat(ending.message()).contains(address());
                });
          } finally {
            SharedEtcd.server().start();
          }
          await()
              .pollInSameThread()
              .atMost(PATIENCE)
              .until(() -> status(session, OperationType.UPDATE, key()) == Status.SUCCEEDED);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":::", "h:99999", "h:1,", "h:1/keys"})
  void anInvalidAddressIsRefusedBeforeAnyConnection(String address) {
    assertThatThrownBy(() -> driver().checkAddress(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the address must be host[:port][,host[:port]…], was '" + address + "'");
  }

  @Test
  void anEmptyPrefixIsRefused() {
    assertThatThrownBy(() -> TestTarget.values(driver(), Map.of("prefix", "")))
        .hasMessage("prefix: must be text of at least one character, was ''");
  }
}

package org.plimsoll.driver.voldemort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.api.kit.RowFrame;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;
import org.plimsoll.testkit.VoldemortServers;

/** The contract on one node, and the operations and failures of Voldemort. */
class VoldemortDriverTest extends ServerDriverContract {
  private static final String STORE = "users";

  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = VoldemortServers.startAlone(folder, STORE);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new VoldemortDriver();
  }

  @Override
  protected RealServer server() {
    return server;
  }

  @Override
  protected String address() {
    return addressAt(server.address());
  }

  @Override
  protected String addressAt(String hostAndPort) {
    return hostAndPort + "/" + STORE;
  }

  @Test
  void factsDescribeTheClusterAndTheStore() throws Exception {
    opened(client ->
        assertThat(client.facts())
            .containsEntry("server", "voldemort cluster trial")
            .containsEntry("nodes", "1")
            .containsEntry("zones", "1")
            .containsEntry("partitions", "4")
            .containsEntry("persistence", "memory")
            .containsEntry("routing-strategy", "consistent-routing")
            .containsEntry("replicas", "1")
            .containsEntry("reads", "1 required, 1 preferred")
            .containsEntry("protocol", "vp3"));
  }

  @Test
  void telemetryCountsTheConnectionsOfThisClient() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        execute(session, write(key(), smallRow())).outcome();
        assertThat(client.telemetry())
            .containsEntry("client_connections", 1.0)
            .containsEntry("nodes_left_out", 0.0);
      }
    });
  }

  @Test
  void aJmxPortThatNobodyListensOnIsReported() throws Exception {
    int nobody = RealServer.freePort();
    opened(
        address(),
        Map.of("jmx-port", String.valueOf(nobody)),
        client ->
            assertThatThrownBy(client::telemetry)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1:" + nobody)
                .hasMessageContaining("jmx-port"));
  }

  @Test
  void addFailsIfTheRowExists() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        var row = smallRow();
        assertThat(execute(session, on(Commands.ADD, key, row)).outcome().status())
            .isEqualTo(Status.SUCCEEDED);
        assertThat(execute(session, on(Commands.ADD, key, smallRow())).outcome().failureCode())
            .isEqualTo("exists");
        assertHolds(session, key, row);
      }
    });
  }

  @Test
  void casWritesTheVersionAfterTheOneThatItHasRead() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        assertThat(execute(session, on(Commands.CAS, key, smallRow())).outcome().status())
            .isEqualTo(Status.NOT_FOUND);
        execute(session, write(key, smallRow())).outcome();
        var row = smallRow();
        assertThat(execute(session, on(Commands.CAS, key, row)).outcome().status())
            .isEqualTo(Status.SUCCEEDED);
        assertHolds(session, key, row);
      }
    });
  }

  @Test
  void aVersionIsFoundAfterAWriteAndNotAfterADelete() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        TestOperation version = TestOperation.on(Commands.GET_VERSION, key);
        assertThat(execute(session, version).outcome().status()).isEqualTo(Status.NOT_FOUND);
        execute(session, write(key, smallRow())).outcome();
        assertThat(execute(session, version).outcome().status()).isEqualTo(Status.SUCCEEDED);
        TestOperation delete = TestOperation.on(OperationType.DELETE, key);
        assertThat(execute(session, delete).outcome().status()).isEqualTo(Status.SUCCEEDED);
        assertThat(execute(session, version).outcome().status()).isEqualTo(Status.NOT_FOUND);
        assertThat(execute(session, delete).outcome().status()).isEqualTo(Status.NOT_FOUND);
      }
    });
  }

  /** Many writers of one row: each has asked for the version before another one has written. */
  @Test
  void anObsoleteVersionIsAFailureWithTheServersMessageAndRetriesAreCounted() throws Exception {
    assertThat(outcomesOfManyWriters("1"))
        .anyMatch(outcome -> "obsolete-version".equals(outcome.failureCode()))
        .allMatch(outcome -> outcome.attempts() == 1);
    assertThat(outcomesOfManyWriters("100"))
        .allMatch(outcome -> outcome.status() == Status.SUCCEEDED)
        .anyMatch(outcome -> outcome.attempts() > 1);
  }

  private List<Outcome> outcomesOfManyWriters(String tries) throws Exception {
    List<Outcome> outcomes = new java.util.ArrayList<>();
    opened(client -> {
      client.settingsChanged(TestTarget.values(driver(), Map.of("write-tries", tries)));
      try (Session session = client.openSession()) {
        TestKey key = key();
        List<Ending> endings =
            java.util.stream.Stream.generate(() -> execute(session, write(key, smallRow())))
                .limit(40)
                .toList();
        for (Ending ending : endings) {
          outcomes.add(ending.outcome());
          if ("obsolete-version".equals(ending.outcome().failureCode())) {
            assertThat(ending.message()).startsWith("Obsolete version for key");
          }
        }
      }
    });
    return outcomes;
  }

  @Test
  void concurrentVersionsAreSiblingsOfWhichTheLatestIsRead() throws Exception {
    Driver driver = driver();
    try (TestTarget context = new TestTarget(driver, address(), settings(), fieldNames());
        var client = context.open();
        Session session = client.openSession();
        Vp3Client other = new Vp3Client(server.port())) {
      TestKey key = key();
      other.put(STORE, key.bytes(), VectorClock.EMPTY.incremented(1, 2_000), framed("later"));
      other.put(STORE, key.bytes(), VectorClock.EMPTY.incremented(2, 1_000), framed("earlier"));
      assertHolds(session, key, rowOf("later"));
      assertThat(context.counts()).containsEntry("siblings", 1L);

      var row = rowOf("follows both");
      execute(session, write(key, row)).outcome();
      assertHolds(session, key, row);
      assertThat(context.counts()).containsEntry("siblings", 1L);
    }
  }

  private TestOperation.TestRow rowOf(String text) {
    return TestOperation.TestRow.of(
        fieldNames(), fieldNames().stream().map(_ -> utf8(text)).toList());
  }

  private byte[] framed(String text) {
    return new RowFrame(fieldNames()).encode(rowOf(text));
  }

  @Test
  void moreOperationsThanConnectionsWaitForOne() throws Exception {
    Driver driver = driver();
    try (TestTarget context =
            new TestTarget(driver, address(), Map.of("connections", "2"), fieldNames());
        var client = context.open();
        Session session = client.openSession()) {
      List<Ending> endings =
          java.util.stream.Stream.generate(() -> execute(session, write(key(), smallRow())))
              .limit(100)
              .toList();
      assertThat(endings).allMatch(each -> each.outcome().status() == Status.SUCCEEDED);
      assertThat(client.telemetry().get("client_connections")).isBetween(1.0, 2.0);
    }
  }

  @Test
  void operationsAreNotSentWhileTheServerIsDown() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        server.kill();
        List<Ending> endings =
            List.of(
                execute(session, write(key(), smallRow())),
                execute(session, TestOperation.on(OperationType.READ, key())),
                execute(session, bulkRead()));
        assertThat(endings)
            .allSatisfy(ending -> {
              assertThat(ending.outcome().failureCode()).isEqualTo("not-connected");
              assertThat(ending.outcome().attempts()).isZero();
              assertThat(ending.message()).contains(server.address());
            });
      } finally {
        server.start();
      }
    });
  }

  private TestOperation bulkRead() {
    return TestOperation.bulk(OperationType.BULK_READ, List.of(key(), key()), List.of());
  }

  @Test
  void anUnknownStoreIsReportedWithThoseThatThereAre() {
    assertThatThrownBy(() -> opened(server.address() + "/nosuch", settings(), _ -> {}))
        .hasMessage(server.address() + " has no store 'nosuch', its stores are users");
  }

  @Test
  void anUnknownZoneIsRefused() {
    assertThatThrownBy(() -> opened(address(), Map.of("zone", "7"), _ -> {}))
        .hasMessage("zone: must be a zone of the cluster (0), was '7'");
  }

  @Test
  void aServerThatIsDownIsSkippedIfAnotherOneIsNamed() throws Exception {
    String nobody = "127.0.0.1:" + RealServer.freePort();
    opened(
        nobody + "," + address(),
        settings(),
        client -> assertThat(client.facts()).containsEntry("nodes", "1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "h", "h:1", "h:1/", ":::/s", "h:99999/s", "h:1,/s"})
  void anInvalidAddressIsRefusedBeforeAnyConnection(String address) {
    assertThatThrownBy(() -> driver().checkAddress(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the address must be host[:port][,host[:port]…]/store, was '" + address + "'");
  }

  @Test
  void aStoreWithASlashIsRefused() {
    assertThatThrownBy(() -> driver().checkAddress("h:1/s/t"))
        .hasMessage("the store must be a name without /, was 's/t'");
  }

  @Test
  void aServerOfAnotherProtocolIsReported() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerAsHttp(other));
      String address = "127.0.0.1:" + other.getLocalPort();
      assertThatThrownBy(() -> opened(address + "/users", settings(), _ -> {}))
          .hasMessage(
              address + " cannot be used as a Voldemort server: does not accept the protocol vp3");
    }
  }

  private static void answerAsHttp(ServerSocket other) {
    while (!other.isClosed()) {
      try (Socket client = other.accept()) {
        var _ = client.getInputStream().read();
        client
            .getOutputStream()
            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        return;
      }
    }
  }

  private static TestOperation on(OperationType type, TestKey key, TestOperation.TestRow row) {
    return TestOperation.on(type, key, row);
  }
}

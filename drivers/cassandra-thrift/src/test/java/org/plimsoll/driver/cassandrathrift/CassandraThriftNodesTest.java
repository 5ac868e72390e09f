package org.plimsoll.driver.cassandrathrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.plimsoll.driver.cassandrathrift.OpenedTarget.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.apache.cassandra.thrift.Column;
import org.apache.cassandra.thrift.ColumnParent;
import org.apache.cassandra.thrift.ConsistencyLevel;
import org.apache.cassandra.thrift.CqlRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.SelfSigned;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Tests the choice of nodes, fail-over, tokens and TLS. */
@ExtendWith(SharedThriftCassandra.class)
class CassandraThriftNodesTest {
  private static final List<String> FIELD = List.of("field0");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int MOST_KEY_BYTES = 40;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"per-session", "round-robin"})
  void operationsFailOverToAnotherNodeAndReturn(String balancing) throws Exception {
    int port = SharedThriftCassandra.server().port();
    try (FaultProxy first = FaultProxy.to(port);
        FaultProxy second = FaultProxy.to(port)) {
      Map<String, String> settings =
          Map.of("nodes", "given", "load-balancing", balancing, "table", "failed_over");
      OpenedTarget.with(
          first.address() + "," + second.address() + "/own",
          settings,
          FIELD,
          (client, session, context) -> {
            try (Session other = client.openSession()) {
              List<Session> both = List.of(session, other);
              assertThat(insertAll(both)).containsOnly(Status.SUCCEEDED);
              first.cutAll();
              // An operation whose connection was cut fails, and is not repeated.
              List<Status> cut = insertAll(both);
              assertThat(cut).contains(Status.SUCCEEDED);
              assertThat(insertAll(both)).containsOnly(Status.SUCCEEDED);
              assertThat(context.events()).contains("node " + first.address() + " is down");
              first.heal();
              await()
                  .atMost(PATIENCE)
                  .until(() -> context.events().contains("node " + first.address() + " is up"));
              int before = first.connectionsAccepted();
              assertThat(insertAll(both)).containsOnly(Status.SUCCEEDED);
              assertThat(first.connectionsAccepted()).isGreaterThan(before);
            }
          });
    }
  }

  private static List<Status> insertAll(List<Session> sessions) {
    List<Status> statuses = new ArrayList<>();
    for (long key = 0; key < 4; key++) {
      for (Session session : sessions) {
        statuses.add(run(session, TestOperation.on(OperationType.INSERT, key, "v")).status());
      }
    }
    return statuses;
  }

  @Test
  void withoutANodeOperationsFailUnsent() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(SharedThriftCassandra.server().port())) {
      OpenedTarget.with(
          proxy.address() + "/own",
          Map.of("table", "failed_over"),
          FIELD,
          (_, session, _) -> {
            proxy.cutAll();
            Outcome cut = run(session, TestOperation.on(OperationType.INSERT, 1, "v"));
            assertThat(cut.failureCode()).isEqualTo("connection-lost");
            Outcome unsent = run(session, TestOperation.on(OperationType.INSERT, 1, "v"));
            assertThat(unsent.failureCode()).isEqualTo("not-connected");
            assertThat(unsent.attempts()).isZero();
            proxy.heal();
            await()
                .atMost(PATIENCE)
                .until(() ->
                    run(session, TestOperation.on(OperationType.INSERT, 1, "v")).status()
                        == Status.SUCCEEDED);
          });
    }
  }

  /** Keys of all lengths and bytes, since the server's hash differs from the original in both. */
  @Test
  void tokensAreThoseOfTheServer() throws Exception {
    OpenedTarget.with(
        Map.of("table", "tokens", "load-balancing", "token-aware"),
        FIELD,
        (_, session, _) -> {
          assertThat(insertAll(List.of(session))).containsOnly(Status.SUCCEEDED);
          Random random = new Random(42);
          for (int length = 1; length <= MOST_KEY_BYTES; length++) {
            byte[] key = new byte[length];
            random.nextBytes(key);
            insertKey(key);
          }
          List<CqlRow> rows =
              SharedThriftCassandra.ask(
                  server -> Control.cql(server, "SELECT key, token(key) FROM own.tokens"));
          assertThat(rows).hasSizeGreaterThan(MOST_KEY_BYTES);
          for (CqlRow row : rows) {
            ByteBuffer key = row.getColumns().get(0).bufferForValue();
            ByteBuffer token = row.getColumns().get(1).bufferForValue();
            assertThat(Tokens.murmur3(key)).isEqualTo(token.getLong(token.position()));
          }
        });
  }

  private static void insertKey(byte[] key) throws Exception {
    SharedThriftCassandra.ask(server -> {
      server.set_keyspace("own");
      server.insert(
          ByteBuffer.wrap(key),
          new ColumnParent("tokens"),
          new Column(Columns.utf8("field0")).setValue(key).setTimestamp(1),
          ConsistencyLevel.ONE);
      return key;
    });
  }

  /** The MD5 of the text 1 is c4ca4238a0b923820dcc509a6f75849b, which is negative. */
  @Test
  void tokensOfTheRandomPartitionerHaveNoSign() {
    BigInteger expected =
        BigInteger.ONE
            .shiftLeft(128)
            .subtract(new BigInteger("c4ca4238a0b923820dcc509a6f75849b", 16));
    assertThat(Tokens.random(Columns.utf8("1"))).isEqualTo(expected);
  }

  @Test
  void aKeyBelongsToTheRangeWhoseEndIsTheFirstFromItsTokenOn() {
    Node low = new Node(new HostPort("a", 1), "", "");
    Node high = new Node(new HostPort("b", 1), "", "");
    for (String key : List.of("user1", "user2", "user3", "user4")) {
      long token = Tokens.murmur3(Columns.utf8(key));
      Ring<?> ring =
          Ring.of(
              "org.apache.cassandra.dht.Murmur3Partitioner",
              Map.of(
                  String.valueOf(token), List.of(low), String.valueOf(token - 1), List.of(high)));
      assertThat(Objects.requireNonNull(ring).replicas(Columns.utf8(key))).containsExactly(low);
      Ring<?> before =
          Ring.of("Murmur3Partitioner", Map.of(String.valueOf(token - 1), List.of(high)));
      assertThat(Objects.requireNonNull(before).replicas(Columns.utf8(key)))
          .as("the ring wraps")
          .containsExactly(high);
    }
    assertThat(Ring.of("ByteOrderedPartitioner", Map.of("00", List.of(low)))).isNull();
  }

  @Test
  void connectionsAreEncryptedAndTheCertificateIsVerified() throws Exception {
    SelfSigned certificate = SelfSigned.in(folder);
    int port = SharedThriftCassandra.server().port();
    try (SSLServerSocket listener = tlsListener(certificate)) {
      Thread _ = Thread.startVirtualThread(() -> forwardAll(listener, port));
      String address = "127.0.0.1:" + listener.getLocalPort() + "/own";
      Map<String, String> trusted =
          Map.of("tls", "true", "tls-ca", certificate.certificate().toString(), "table", "tls");
      OpenedTarget.with(
          address,
          trusted,
          FIELD,
          (_, session, _) ->
              assertThat(insertAll(List.of(session))).containsOnly(Status.SUCCEEDED));
      try (TestTarget untrusted = target(address, Map.of("tls", "true"))) {
        assertThatThrownBy(untrusted::open).hasMessageContaining("failed the TLS handshake");
      }
      try (TestTarget unverified = target(address, Map.of("tls", "true", "tls-verify", "false"));
          Client client = unverified.open()) {
        assertThat(client.facts()).containsEntry("nodes", "1");
      }
    }
  }

  private static TestTarget target(String address, Map<String, String> settings) {
    return new TestTarget(
        new CassandraThriftDriver(), address, SharedThriftCassandra.with(settings), FIELD);
  }

  private static SSLServerSocket tlsListener(SelfSigned certificate) throws Exception {
    char[] password = "store-pass".toCharArray();
    KeyStore store = KeyStore.getInstance(certificate.pkcs12("store-pass").toFile(), password);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return (SSLServerSocket)
        context
            .getServerSocketFactory()
            .createServerSocket(0, 64, InetAddress.getLoopbackAddress());
  }

  /** Ends TLS in front of the server, whose only port is the one without it. */
  private static void forwardAll(SSLServerSocket listener, int port) {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        Thread _ = Thread.startVirtualThread(() -> forward(client, server));
        Thread _ = Thread.startVirtualThread(() -> forward(server, client));
      } catch (IOException e) {
        return; // the listener is closed
      }
    }
  }

  private static void forward(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[8192];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
        out.flush();
      }
    } catch (IOException e) {
      // One end is closed, and so is the other.
    }
  }

  @Test
  void aServerThatDoesNotSpeakThriftIsNamed() throws Exception {
    try (ServerSocket web = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      Thread _ =
          Thread.startVirtualThread(() -> {
            try (Socket client = web.accept()) {
              client
                  .getOutputStream()
                  .write("HTTP/1.1 400\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
              // The client is gone.
            }
          });
      String address = "127.0.0.1:" + web.getLocalPort();
      try (TestTarget target = target(address, Map.of())) {
        assertThatThrownBy(target::open)
            .hasMessageStartingWith(address + " cannot be used as Cassandra over Thrift: ")
            .hasMessageNotContaining("\n");
      }
    }
  }
}

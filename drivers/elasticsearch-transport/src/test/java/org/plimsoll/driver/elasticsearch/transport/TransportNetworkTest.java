package org.plimsoll.driver.elasticsearch.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.plimsoll.driver.elasticsearch.transport.TransportIndex.at;
import static org.plimsoll.driver.elasticsearch.transport.TransportIndex.in;
import static org.plimsoll.driver.elasticsearch.transport.TransportIndex.run;
import static org.plimsoll.driver.elasticsearch.transport.TransportIndex.target;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestTarget;

/** Tests which nodes the driver connects to, and what it says of those that it cannot use. */
@ExtendWith(SharedElasticsearch.class)
class TransportNetworkTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static String own() {
    return SharedElasticsearch.address();
  }

  @Test
  void sniffedNodesAreUsedInsteadOfTheAddress() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(SharedElasticsearch.server().port())) {
      at(
          proxy.address() + "/sniffed",
          Map.of("sniff", "100ms"),
          (client, session, _) -> {
            assertThat(client.facts()).containsEntry("connected", own());
            proxy.cutAll();
            for (int key = 0; key < 10; key++) {
              assertThat(run(session, "insert", key, "v").status()).isEqualTo(Status.SUCCEEDED);
            }
          });
    }
  }

  @Test
  void withoutSniffTheAddressIsUsed() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(SharedElasticsearch.server().port())) {
      at(
          proxy.address() + "/given",
          Map.of(),
          (client, _, _) -> assertThat(client.facts()).containsEntry("connected", proxy.address()));
    }
  }

  @Test
  void aSniffedAddressThatIsNotAllowedIsNeverConnectedTo() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(SharedElasticsearch.server().port());
        TestTarget target =
            target(proxy.address() + "/refused", Map.of("sniff", "100ms"))
                .reaching(
                    TestTarget::byName, each -> proxy.address().endsWith(":" + each.getPort()))) {
      assertThatThrownBy(target::open).hasMessageContaining("must be an allowed address");
      assertThat(target.events()).containsExactly("node " + own() + " is not allowed");
    }
  }

  @Test
  void nodesThatAreLostAndFoundAreReported() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(SharedElasticsearch.server().port());
        TestTarget target = target(proxy.address() + "/events", Map.of())) {
      in(
          target,
          (_, session, _) -> {
            await()
                .pollInSameThread()
                .atMost(PATIENCE)
                .until(() -> run(session, "insert", 1, "v").status() == Status.SUCCEEDED);
            proxy.cutAll();
            String left = "node " + proxy.address() + " left";
            await().atMost(PATIENCE).until(() -> target.events().contains(left));
            assertThat(run(session, "insert", 1, "v").failureCode()).isEqualTo("not-connected");
            assertThat(target.counts().get("node-failures")).isPositive();
            proxy.heal();
            String joined = "node " + proxy.address() + " joined";
            await().atMost(PATIENCE).until(() -> target.events().contains(joined));
            assertThat(run(session, "insert", 1, "v").status()).isEqualTo(Status.SUCCEEDED);
          });
    }
  }

  @Test
  void aTargetOpensWhileItsFirstNodeIsDown() throws Exception {
    String dead = "127.0.0.1:" + RealServer.freePort();
    at(
        dead + "," + own() + "/nodes",
        Map.of(),
        (client, session, _) -> {
          assertThat(client.facts()).containsEntry("connected", own());
          for (int key = 0; key < 5; key++) {
            assertThat(run(session, "insert", key, "v").status()).isEqualTo(Status.SUCCEEDED);
          }
        });
  }

  @Test
  void anotherClusterIsRefused() throws Exception {
    assertThatThrownBy(() -> at(own(), Map.of("cluster", "production"), (_, _, _) -> {}))
        .hasMessage(own() + ": the cluster has another name than the setting cluster requires");
    at(own() + "/named", Map.of("cluster", "elasticsearch"), (_, _, _) -> {});
  }

  @Test
  void thePortOfHttpIsReported() {
    String http = "127.0.0.1:" + SharedElasticsearch.elasticsearch().httpPort();
    // This also limits the connection itself, which a busy machine may delay.
    assertThatThrownBy(() -> at(http, Map.of("connect-timeout", "3s"), (_, _, _) -> {}))
        .hasMessage(
            http
                + " did not answer the transport protocol's handshake in time: is this the HTTP"
                + " port? The transport port is 9300");
  }

  /** Answers the handshake as 5.5.3 does. */
  @Test
  void anUnsupportedVersionIsRefused() throws Exception {
    try (ServerSocket old = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerHandshakes(old));
      String address = "127.0.0.1:" + old.getLocalPort();
      assertThatThrownBy(() -> at(address, Map.of(), (_, _, _) -> {}))
          .hasMessage(
              address
                  + " is Elasticsearch 5.5.3; this driver is for 5.6 and 6, and"
                  + " elasticsearch:// for 7 and later");
    }
    assertThat(Stream.of("5.6.0", "5.6.16", "6.0.0", "6.8.23").map(Version::fromString))
        .allMatch(Cluster::isSupported);
    assertThat(Stream.of("5.5.3", "7.0.0", "7.17.29", "2.4.6").map(Version::fromString))
        .noneMatch(Cluster::isSupported);
  }

  private static void answerHandshakes(ServerSocket server) {
    try {
      while (true) {
        Socket socket = server.accept();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        in.skipNBytes(6); // ES and the length
        int id = Version.fromString("5.5.3").id;
        ByteBuffer answer = ByteBuffer.allocate(6 + 8 + 1 + 4 + 2 + 4);
        answer.put((byte) 'E').put((byte) 'S').putInt(answer.capacity() - 6);
        answer.putLong(in.readLong()).put((byte) 0b1001).putInt(id); // a handshake's answer
        answer.put((byte) 0).put((byte) 0); // no headers
        for (int shift = 0; shift < 28; shift += 7) {
          answer.put((byte) ((id >> shift & 0x7F) | (shift < 21 ? 0x80 : 0)));
        }
        socket.getOutputStream().write(answer.array());
      }
    } catch (IOException e) {
      // The test has ended.
    }
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          refresh, Diskette, 'refresh: must be one of false, true, wait-for, was'
          refresh-interval, soon, 'refresh-interval: must be -1, or a time'
          query, '{"match"', 'query: must be a query in the store''s JSON'
          query, 7, 'query: must be a query in the store''s JSON'
          type, _all, 'type: must be letters, digits, _ and -'
          """)
  void anInvalidSettingIsReported(String name, String value, String sentence) {
    var setting =
        TransportSettings.ALL.stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
    assertThatThrownBy(() -> setting.parse(value))
        .hasMessageStartingWith(sentence)
        .hasMessageContaining("was '" + value + "'");
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1:99999", "':9300'", "'a,,b'", "127.0.0.1:9300/Upper", "127.0.0.1/_all"})
  void anInvalidAddressIsReported(String address) {
    assertThatThrownBy(() -> new TransportDriver().checkAddress(address))
        .hasMessageStartingWith("the ")
        .hasMessageContaining("was '");
  }
}

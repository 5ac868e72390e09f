package org.plimsoll.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.testkit.RealServer;

/** DNS, against a real dnsmasq on loopback, whose records live 7 seconds. */
@Timeout(180)
class DnsSourceTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  @TempDir Path folder;
  private RealServer server;

  @BeforeEach
  void start() throws IOException {
    hosts("127.0.0.11 redis.test", "127.0.0.12 redis.test", "127.0.0.11 one.test", "::2 six.test");
    int port = RealServer.freePort();
    server =
        RealServer.start(
            List.of(
                RealServer.binary("dnsmasq"),
                "--no-daemon", // no child for a TCP connection, which would keep the port open
                "--conf-file=/dev/null",
                "--pid-file=",
                "--user=",
                "--no-resolv",
                "--no-hosts",
                "--port=" + port,
                "--listen-address=127.0.0.1",
                "--bind-interfaces",
                "--local=/test/",
                "--local-ttl=7",
                "--addn-hosts=" + folder.resolve("hosts"),
                "--srv-host=_plimsoll._tcp.test,one.test,7451,0,10",
                "--srv-host=_plimsoll._tcp.test,six.test,7452,1,10",
                "--cname=alias.test,redis.test"),
            port,
            folder,
            () -> RealServer.listens(port),
            Duration.ofSeconds(20));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void hosts(String... lines) throws IOException {
    Path _ = Files.write(folder.resolve("hosts"), List.of(lines));
  }

  private Discovery of(String form) {
    return Followed.of(form.formatted("server=" + server.address()));
  }

  @Test
  void allAddressesOfANameAreNodes() throws Exception {
    try (Discovery nodes = of("dns(redis.test,port=6379,%s)")) {
      assertThat(Followed.addresses(nodes.find()))
          .containsExactly("127.0.0.11:6379", "127.0.0.12:6379");
    }
    try (Discovery nodes = of("dns(alias.test,%s)")) {
      assertThat(Followed.addresses(nodes.find())).containsExactly("127.0.0.11", "127.0.0.12");
    }
    try (Discovery nodes = of("dns(six.test,port=1,%s)")) {
      assertThat(Followed.addresses(nodes.find())).containsExactly("[0:0:0:0:0:0:0:2]:1");
    }
  }

  @Test
  void serviceRecordsHavePortsAndAreResolvedByTheGivenServer() throws Exception {
    try (Discovery nodes = of("dns(_plimsoll._tcp.test,%s)")) {
      assertThat(nodes.find())
          .contains(
              new DiscoveredNode(
                  "127.0.0.11", 7451, "", "", Map.of("priority", "0", "weight", "10"), true))
          .hasSize(2);
    }
  }

  @Test
  void recordsAreReadAgainWhenTheyExpire() throws Exception {
    VirtualClock clock = new VirtualClock();
    Followed told = new Followed();
    try (Discovery nodes = of("dns(redis.test,port=1,%s)")) {
      nodes.begin(clock, told);
      clock.runUntil(1);
      hosts("127.0.0.12 redis.test", "127.0.0.13 redis.test");
      server.stop();
      server.start();
      clock.runUntil(7 * SECOND - 1);
      assertThat(told.changes()).hasSize(1);
      clock.runUntil(7 * SECOND + 2);
      assertThat(told.words())
          .containsExactly(
              "127.0.0.11:1 joined, 127.0.0.12:1 joined", "127.0.0.13:1 joined, 127.0.0.11:1 left");
    }
  }

  @Test
  void aServerThatStopsLeavesTheLastNodes() throws Exception {
    VirtualClock clock = new VirtualClock();
    Followed told = new Followed();
    try (Discovery nodes = of("dns(one.test,port=1,%s)")) {
      nodes.begin(clock, told);
      clock.runUntil(1);
      hosts();
      server.stop();
      server.start();
      clock.runUntil(10 * SECOND);
      assertThat(Followed.addresses(nodes.last())).containsExactly("127.0.0.11:1");
      assertThat(told.warnings())
          .containsExactly(
              "discovery dns one.test: there is no name one.test; its last nodes remain in use");
    }
  }

  @Test
  void aNameThatDoesNotExistIsASentence() {
    try (Discovery nodes = of("dns(nobody.test,%s)")) {
      assertThatThrownBy(nodes::find)
          .hasMessage("discovery dns nobody.test: there is no name nobody.test");
    }
  }
}

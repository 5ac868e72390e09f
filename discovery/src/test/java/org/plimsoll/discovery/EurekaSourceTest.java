package org.plimsoll.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.testkit.EurekaServer;

/** Eureka, against Netflix's own server in a separate process. */
@Timeout(300)
class EurekaSourceTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  @TempDir static Path folder;
  private static EurekaServer server;

  @BeforeAll
  static void start() throws Exception {
    server = EurekaServer.start(Path.of(".."), folder);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Discovery of(String arguments) {
    return Followed.of("eureka(" + server.url() + "/," + arguments + ")");
  }

  @Test
  void anApplicationWithoutInstancesHasNoNodes() throws Exception {
    try (Discovery nodes = of("nobody")) {
      assertThat(nodes.find()).isEmpty();
    }
  }

  @Test
  void aNodeEntersRenewsAndLeaves() throws Exception {
    DiscoveredNode self =
        new DiscoveredNode("127.0.0.1", 7451, "eu-1a", "eu-1", Map.of("rank", "2"), true);
    VirtualClock clock = new VirtualClock();
    Followed told = new Followed();
    try (Discovery watcher = of("fleet")) {
      watcher.begin(clock, told);
      try (Discovery nodes = of("fleet")) {
        assertThat(nodes.register(self, clock, told::warns)).isTrue();
        clock.runUntil(31 * SECOND); // one renewal
        assertThat(watcher.last()).hasSize(1);
        DiscoveredNode found = watcher.last().getFirst();
        assertThat(found.authority()).isEqualTo("127.0.0.1:7451");
        assertThat(found.zone()).isEqualTo("eu-1a");
        assertThat(found.region()).isEqualTo("eu-1");
        assertThat(found.metadata()).containsEntry("rank", "2");
        assertThat(found.healthy()).isTrue();
      }
      clock.runUntil(95 * SECOND);
      assertThat(watcher.last()).isEmpty();
      assertThat(told.words()).containsExactly("127.0.0.1:7451 joined", "127.0.0.1:7451 left");
      assertThat(told.warnings()).isEmpty();
    }
  }

  @Test
  void aLostEntryIsMadeAgainAtTheNextRenewal() throws Exception {
    VirtualClock clock = new VirtualClock();
    Followed told = new Followed();
    try (Discovery nodes = of("lost")) {
      assertThat(nodes.register(DiscoveredNode.of("127.0.0.1", 7452), clock, told::warns)).isTrue();
      clock.runUntil(1);
      assertThat(nodes.find()).hasSize(1);
      assertThat(server.status("DELETE", "/LOST/127.0.0.1:7452:lost")).isEqualTo(200);
      assertThat(nodes.find()).isEmpty();
      clock.runUntil(31 * SECOND);
      assertThat(nodes.find()).hasSize(1);
    }
  }

  @Test
  void anInstanceInAmazonsCloudHasItsZoneAndThePortThatWasAskedFor() throws Exception {
    String instance =
        """
        {"instance": {
          "instanceId": "i-1", "app": "CACHE", "hostName": "127.0.0.1", "ipAddr": "127.0.0.1",
          "status": "UP", "port": {"$": 7001, "@enabled": "true"},
          "dataCenterInfo": {
            "@class": "com.netflix.appinfo.AmazonInfo", "name": "Amazon",
            "metadata": {"availability-zone": "eu-west-1b"}},
          "metadata": {"evcache.port": "7454", "name": "none"}}}
        """;
    assertThat(server.register("CACHE", instance)).isEqualTo(204);
    assertThat(port("cache")).isEqualTo(7001);
    assertThat(port("cache,port=evcache.port")).isEqualTo(7454);
    assertThat(port("cache,port=11211")).isEqualTo(11_211);
    assertThat(port("cache,port=missing")).isZero();
    assertThat(port("cache,port=name")).isZero();
  }

  /** The port of the only instance, which is in the zone {@code eu-west-1b}. */
  private static int port(String arguments) throws Exception {
    try (Discovery nodes = of(arguments)) {
      DiscoveredNode found = nodes.find().getFirst();
      assertThat(found.zone()).isEqualTo("eu-west-1b");
      assertThat(found.region()).isEqualTo("eu-west-1");
      return found.port();
    }
  }

  @Test
  void anInstanceThatIsOutOfServiceIsNotHealthy() throws Exception {
    VirtualClock clock = new VirtualClock();
    String path = "/SICK/127.0.0.1:7453:sick/status?value=OUT_OF_SERVICE";
    try (Discovery nodes = of("sick")) {
      assertThat(nodes.register(DiscoveredNode.of("127.0.0.1", 7453), clock, _ -> {})).isTrue();
      clock.runUntil(1);
      assertThat(server.status("PUT", path)).isEqualTo(200);
      assertThat(nodes.find()).singleElement().matches(node -> !node.healthy());
    }
  }
}

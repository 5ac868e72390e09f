package org.plimsoll.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.discovery.RecordedServer.Answer;
import org.plimsoll.engine.clock.VirtualClock;

/** Consul, by answers in the form that its documentation of the HTTP API gives. */
@Timeout(180)
class ConsulSourceTest {
  private static final long MILLIS = Duration.ofMillis(1).toNanos();
  private static final String HEALTH = "GET /v1/health/service/redis";

  private static Answer health(String body, long index) {
    return new Answer(200, Map.of("X-Consul-Index", String.valueOf(index)), body);
  }

  @Test
  void instancesHaveTheirPlaceAndHealth() throws Exception {
    String recorded = RecordedServer.recorded("consul-health-1.json");
    try (RecordedServer server = RecordedServer.answering(_ -> health(recorded, 7));
        Discovery nodes =
            Followed.of("consul(" + server.uri() + ",redis,tag=a b,datacenter=dc1,token=secret)")) {
      assertThat(nodes.find())
          .containsExactly(
              new DiscoveredNode(
                  "10.1.10.13",
                  8000,
                  "eu-west-1a",
                  "dc1",
                  Map.of(
                      "instance_type", "t2.medium", "redis_version", "4.0", "zone", "eu-west-1a"),
                  true),
              new DiscoveredNode("10.1.10.14", 8000, "eu-west-1b", "eu-west-1", Map.of(), false));
      assertThat(server.lines()).containsExactly(HEALTH + "?tag=a%20b&dc=dc1");
      assertThat(server.asked().getFirst().header("X-consul-token")).isEqualTo("secret");
    }
  }

  @Test
  void laterReadsWaitForTheNextIndexAndOneThatGoesBackStartsAgain() throws Exception {
    String recorded = RecordedServer.recorded("consul-health-1.json");
    AtomicInteger reads = new AtomicInteger();
    VirtualClock clock = new VirtualClock();
    Followed told = new Followed();
    try (RecordedServer server =
            RecordedServer.answering(_ ->
                switch (reads.getAndIncrement()) {
                  case 0 -> health("[]", 7);
                  case 1 -> health(recorded, 9);
                  case 2 -> health(recorded, 3);
                  case 3 -> Answer.failed(500);
                  default -> health("[]", 4);
                });
        Discovery nodes = Followed.of("consul(" + server.uri() + ",redis)")) {
      nodes.begin(clock, told);
      clock.runUntil(700 * MILLIS);
      assertThat(server.lines())
          .containsExactly(
              HEALTH, HEALTH + "?index=7&wait=60s", HEALTH + "?index=9&wait=60s", HEALTH);
      clock.runUntil(1700 * MILLIS);
      assertThat(server.lines()).hasSizeGreaterThan(4).element(4).isEqualTo(HEALTH);
      assertThat(told.words())
          .containsExactly(
              "10.1.10.13:8000 joined, 10.1.10.14:8000 joined",
              "10.1.10.13:8000 left, 10.1.10.14:8000 left");
      assertThat(told.warnings()).hasSize(2);
    }
  }

  @Test
  void aNodeEntersRenewsAndLeaves() throws Exception {
    VirtualClock clock = new VirtualClock();
    DiscoveredNode self = DiscoveredNode.of("10.0.0.1", 7451).in("a", "eu");
    AtomicInteger renewals = new AtomicInteger();
    try (RecordedServer server =
        RecordedServer.answering(asked ->
            asked.uri().contains("/check/pass/") && renewals.getAndIncrement() == 1
                ? Answer.failed(404)
                : Answer.of(""))) {
      try (Discovery nodes = Followed.of("consul(" + server.uri() + ",fleet)")) {
        assertThat(nodes.register(self, clock, _ -> {})).isTrue();
        clock.runUntil(21_000 * MILLIS);
      }
      assertThat(server.lines())
          .isEqualTo(
              List.of(
                  "PUT /v1/agent/service/register",
                  "PUT /v1/agent/check/pass/service%3Afleet-10.0.0.1%3A7451",
                  "PUT /v1/agent/check/pass/service%3Afleet-10.0.0.1%3A7451",
                  "PUT /v1/agent/service/register",
                  "PUT /v1/agent/service/deregister/fleet-10.0.0.1%3A7451"));
      assertThat(server.asked().getFirst().body())
          .contains(
              "\"ID\":\"fleet-10.0.0.1:7451\"",
              "\"Address\":\"10.0.0.1\",\"Port\":7451",
              "\"zone\":\"a\"",
              "\"TTL\":\"30s\"");
    }
  }
}

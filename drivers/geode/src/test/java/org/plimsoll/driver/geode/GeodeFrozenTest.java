package org.plimsoll.driver.geode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.testkit.TestTarget;

/** Tests that no call outside the load waits for ever for a frozen server or its JMX manager. */
@ExtendWith(SharedGeode.class)
class GeodeFrozenTest {
  /** The limit is 8 s, but a pool that opens a connection gives up after connect-timeout. */
  private static final String SILENT = SharedGeode.locator() + " has not answered within ";

  private static final Duration END = Duration.ofSeconds(90);

  private static TestTarget target(String region, Map<String, String> settings) {
    return new TestTarget(
        new GeodeDriver(), SharedGeode.locator() + "/" + region, settings, List.of("field0"));
  }

  private static Map<String, String> managed(String subscribe) {
    return Map.of("jmx", SharedGeode.jmx(), "schema", "temporary", "subscribe", subscribe);
  }

  /** As at the end of a run, which also asks for the facts. */
  @Test
  void theEndDoesNotWaitForAFrozenManager() throws Exception {
    try (TestTarget target = target("frozen", managed("true"));
        Client client = target.open()) {
      client.create();
      SharedGeode.server().freeze();
      try {
        AtomicReference<Map<String, String>> facts = new AtomicReference<>(Map.of());
        Thread asking = Thread.ofPlatform().daemon().start(() -> facts.set(client.facts()));
        await().atMost(END).until(() -> !asking.isAlive());
        assertThat(facts.get().get("members")).startsWith("unknown: the JMX manager at ");
        Thread closing = Thread.ofPlatform().daemon().start(client::close);
        await().atMost(END).until(() -> !closing.isAlive());
      } finally {
        SharedGeode.server().thaw();
      }
    }
  }

  @Test
  void aFrozenServerEndsSchemaTelemetryAndHooksWithASentence() throws Exception {
    try (TestTarget target = target("held", managed("false"));
        Client client = target.open();
        TestTarget plain = target("plimsoll", Map.of());
        Client server = plain.open()) {
      client.create();
      server.create();
      assertThat(server.count()).isPresent();
      SharedGeode.server().freeze();
      try {
        List<String> failures =
            failures(
                creating(client),
                client::telemetry,
                () -> client.runHook("gc"),
                creating(server),
                server::telemetry);
        String manager = "the JMX manager at " + SharedGeode.jmx() + " has not answered within 8 s";
        assertThat(failures.subList(0, 3)).containsOnly(manager);
        assertThat(failures).hasSize(5);
        assertThat(failures.subList(3, 5)).allSatisfy(each -> assertThat(each).startsWith(SILENT));
      } finally {
        SharedGeode.server().thaw();
      }
      client.create();
      assertThat(client.runHook("gc")).isEqualTo("gc has ended");
      assertThat(client.telemetry()).containsEntry("entries", 0.0);
      assertThat(server.telemetry()).containsKey("entries");
    }
  }

  /** Only tests truncate; opening has no other limit, since pools have no read timeout. */
  @Test
  void aFrozenServerEndsOpeningAndTruncatingWithASentence() throws Exception {
    try (TestTarget plain = target("plimsoll", Map.of());
        Client server = plain.open();
        TestTarget second = target("other", Map.of())) {
      server.create();
      Callable<?> opening =
          () -> {
            try (Client opened = second.open()) {
              return opened;
            }
          };
      Callable<?> truncating =
          () -> {
            server.truncate();
            return server;
          };
      SharedGeode.server().freeze();
      try {
        assertThat(failures(opening, truncating))
            .hasSize(2)
            .allSatisfy(each -> assertThat(each).startsWith(SILENT));
      } finally {
        SharedGeode.server().thaw();
      }
      server.truncate();
      assertThat(server.count()).hasValue(0);
      try (Client opened = second.open()) {
        opened.create();
      }
    }
  }

  /** Its port still accepts connections, so it has not refused them. */
  @Test
  void aFrozenServerThatTheTargetNamesHasNotAnsweredWithinConnectTimeout() {
    String server = SharedGeode.server().address();
    Map<String, String> settings =
        Map.of("via", "servers", "single-hop", "false", "connect-timeout", "1s");
    try (TestTarget direct =
        new TestTarget(new GeodeDriver(), server + "/other", settings, List.of("field0"))) {
      SharedGeode.server().freeze();
      try {
        assertThat(failures(direct::open))
            .containsExactly(server + " has not answered within connect-timeout");
      } finally {
        SharedGeode.server().thaw();
      }
    }
  }

  private static Callable<?> creating(Client client) {
    return () -> {
      client.create();
      return client;
    };
  }

  /** The messages of calls that fail at the same time. */
  private static List<String> failures(Callable<?>... calls) {
    Map<Integer, String> failures = new ConcurrentSkipListMap<>();
    for (int i = 0; i < calls.length; i++) {
      int index = i;
      var _ =
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                try {
                  failures.put(index, "no failure: " + calls[index].call());
                } catch (Exception e) {
                  failures.put(index, String.valueOf(e.getMessage()));
                }
              });
    }
    await().atMost(END).until(() -> failures.size() == calls.length);
    return List.copyOf(failures.values());
  }
}

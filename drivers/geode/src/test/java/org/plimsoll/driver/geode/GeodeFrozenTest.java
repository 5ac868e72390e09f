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
        String since = " has not answered within 10 s";
        String manager = "the JMX manager at " + SharedGeode.jmx() + since;
        String servers = SharedGeode.locator() + since;
        assertThat(failures).containsExactly(manager, manager, manager, servers, servers);
      } finally {
        SharedGeode.server().thaw();
      }
      client.create();
      assertThat(client.runHook("gc")).isEqualTo("gc has ended");
      assertThat(client.telemetry()).containsEntry("entries", 0.0);
      assertThat(server.telemetry()).containsKey("entries");
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

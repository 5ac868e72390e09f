package org.plimsoll.driver.evcache;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.MemcachedServers;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** Opens a cache in three zones for tests that see its counters and events. */
abstract class ZoneScenes extends DriverUnderTest {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path folder;
  static ThreeZones zones;

  @BeforeAll
  static void startServers() {
    zones = ThreeZones.start(folder);
  }

  @AfterAll
  static void stopServers() {
    zones.close();
  }

  @Override
  protected Driver driver() {
    return new EvcacheDriver();
  }

  @Override
  protected String address() {
    return zones.address();
  }

  /** What a test does with an opened cache, whose counters and events it can see. */
  interface Scene {
    void with(Client client, Session session, TestTarget target) throws Exception;
  }

  final void opened(Map<String, String> settings, Scene scene) throws Exception {
    openedAt(address(), settings, scene);
  }

  final void openedAt(String address, Map<String, String> settings, Scene scene) throws Exception {
    try (TestTarget target = new TestTarget(driver(), address, settings, fieldNames());
        Client client = target.open();
        Session session = client.openSession()) {
      scene.with(client, session, target);
    }
  }

  /** The client's own timeout is too short for a busy machine. */
  static Map<String, String> patient(String... more) {
    Map<String, String> settings = new HashMap<>(TestTarget.named(more));
    settings.putIfAbsent("read-timeout", "10s");
    settings.putIfAbsent("refresh-interval", "1s");
    return settings;
  }

  final void change(Client client, Map<String, String> settings) {
    client.settingsChanged(TestTarget.values(driver(), settings));
  }

  final boolean written(Session session, TestKey key) {
    return execute(session, write(key, smallRow())).outcome().status() == Status.SUCCEEDED;
  }

  final Outcome read(Session session, TestKey key) {
    return execute(session, TestOperation.on(OperationType.READ, key)).outcome();
  }

  static boolean isStored(RealServer server, TestKey key) throws IOException {
    return MemcachedServers.ask(server.port(), "get " + key.text()).startsWith("VALUE");
  }

  /** Deletes a written row in one zone, which may store it after the write has succeeded. */
  static void forget(int zone, TestKey key) throws IOException {
    RealServer server = zones.zone(zone);
    await().atMost(PATIENCE).until(() -> isStored(server, key));
    MemcachedServers.ask(server.port(), "delete " + key.text());
  }

  static long hits(int zone) throws IOException {
    return MemcachedServers.statistic(zones.zone(zone).port(), "get_hits");
  }
}

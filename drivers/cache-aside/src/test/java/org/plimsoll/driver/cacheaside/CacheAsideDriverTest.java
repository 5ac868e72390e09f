package org.plimsoll.driver.cacheaside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests the driver with two real Redis servers, one as the cache of the other. */
class CacheAsideDriverTest extends DriverContract {
  @TempDir static Path folder;
  static RealServer cache;
  static RealServer store;

  @BeforeAll
  static void startServers() throws Exception {
    cache = redis(Files.createDirectory(folder.resolve("cache")));
    store = redis(Files.createDirectory(folder.resolve("store")));
  }

  @AfterAll
  static void stopServers() {
    cache.close();
    store.close();
  }

  private static RealServer redis(Path own) {
    int port = RealServer.freePort();
    return RealServer.start(
        List.of(
            RealServer.binary("redis-server"),
            "--bind",
            "127.0.0.1",
            "--port",
            String.valueOf(port),
            "--save",
            ""),
        port,
        own,
        () -> RealServer.listens(port),
        Duration.ofSeconds(20));
  }

  @Override
  protected Driver driver() {
    return new CacheAsideDriver();
  }

  @Override
  protected String address() {
    return "";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("cache", "redis://" + cache.address(), "store", "redis://" + store.address());
  }

  /** Both servers through their own driver, and the combined target. */
  private final class Both implements AutoCloseable {
    private final TestTarget context;
    private final Client client;
    private final List<Runnable> alone = new ArrayList<>();
    private final Session whole;
    private final Session inCache;
    private final Session inStore;

    Both(String... settings) throws Exception {
      Map<String, String> all = new HashMap<>(settings());
      all.putAll(TestTarget.named(settings));
      context = new TestTarget(driver(), "", all, fieldNames());
      client = context.open();
      whole = client.openSession();
      inCache = alone("redis://" + cache.address());
      inStore = alone("redis://" + store.address());
    }

    private Session alone(String uri) throws Exception {
      TestTarget its = TestTarget.of(uri, fieldNames());
      Client part = its.open();
      alone.add(part::close);
      alone.add(its::close);
      return part.openSession();
    }

    Outcome run(OperationType type, TestKey key, TestRow row) {
      return execute(whole, TestOperation.on(type, key, row)).outcome();
    }

    Outcome read(TestKey key) {
      return execute(whole, TestOperation.on(OperationType.READ, key)).outcome();
    }

    void change(String name, String value) {
      Map<String, String> all = new HashMap<>(settings());
      all.put(name, value);
      client.settingsChanged(TestTarget.values(driver(), all));
    }

    boolean has(Session where, TestKey key) {
      return execute(where, TestOperation.on(OperationType.READ, key)).outcome().status()
          == Status.SUCCEEDED;
    }

    long count(String name) {
      return context.counts().getOrDefault(name, 0L);
    }

    @Override
    public void close() {
      whole.close();
      client.close();
      context.close();
      alone.forEach(Runnable::run);
    }
  }

  @Test
  void aReadThatMissesFillsTheCacheAndTheNextReadHits() throws Exception {
    try (Both both = new Both()) {
      TestKey key = key();
      TestRow row = smallRow();
      both.run(OperationType.INSERT, key, row);
      assertThat(both.has(both.inStore, key)).isTrue();
      assertThat(both.has(both.inCache, key)).isFalse();

      assertHolds(both.whole, key, row);
      assertThat(both.count("cache-misses")).isEqualTo(1);
      assertHolds(both.inCache, key, row);

      assertHolds(both.whole, key, row);
      assertThat(both.count("cache-hits")).isEqualTo(1);
      assertThat(both.count("cache-misses")).isEqualTo(1);
      assertThat(both.count("read-hit")).as("nanoseconds").isPositive();
      assertThat(both.count("read-miss")).as("nanoseconds").isPositive();
    }
  }

  @ParameterizedTest
  @CsvSource({"invalidate,false", "write-through,true", "none,true"})
  void aWriteUpdatesTheCacheAsConfigured(String writes, boolean staysCached) throws Exception {
    try (Both both = new Both("writes", writes)) {
      TestKey key = key();
      TestRow old = smallRow();
      TestRow fresh = smallRow();
      both.run(OperationType.INSERT, key, old);
      both.read(key);
      both.run(OperationType.UPDATE, key, fresh);
      assertHolds(both.inStore, key, fresh);
      assertThat(both.has(both.inCache, key)).isEqualTo(staysCached);
      assertHolds(both.whole, key, writes.equals("none") ? old : fresh);
    }
  }

  @Test
  void aRehearsalReachesBothParts() throws Exception {
    try (FaultProxy toCache = FaultProxy.to(cache.port());
        FaultProxy toStore = FaultProxy.to(store.port())) {
      Map<String, String> proxies =
          Map.of("cache", "redis://" + toCache.address(), "store", "redis://" + toStore.address());
      opened(
          address(),
          proxies,
          client -> {
            try (Session session = client.openSession()) {
              for (FaultProxy part : List.of(toCache, toStore)) {
                part.holdAnswers();
                Ending ending = rehearse(session, TestOperation.on(OperationType.READ, key()));
                part.awaitHeldAnswer();
                assertThat(ending.times()).isZero();
                part.heal();
                assertThat(ending.outcome().status()).isEqualTo(Status.SUCCEEDED);
              }
            }
          });
    }
  }

  @Test
  void aDeleteRemovesTheRowFromCacheAndStore() throws Exception {
    try (Both both = new Both("writes", "write-through")) {
      TestKey key = key();
      both.run(OperationType.INSERT, key, smallRow());
      assertThat(both.has(both.inCache, key)).isTrue();
      execute(both.whole, TestOperation.on(OperationType.DELETE, key)).outcome();
      assertThat(both.has(both.inCache, key)).isFalse();
      assertThat(both.has(both.inStore, key)).isFalse();
      assertThat(both.read(key).status()).isEqualTo(Status.NOT_FOUND);
    }
  }

  @Test
  void liveSettingsTakeEffectDuringARun() throws Exception {
    try (Both both = new Both()) {
      TestKey key = key();
      both.run(OperationType.INSERT, key, smallRow());
      both.change("through-cache", "false");
      both.read(key);
      assertThat(both.has(both.inCache, key)).isFalse();
      both.change("populate", "false");
      both.read(key);
      assertThat(both.has(both.inCache, key)).isFalse();
      assertThat(both.count("cache-misses")).isEqualTo(1);
      both.change("populate", "true");
      both.read(key);
      assertThat(both.has(both.inCache, key)).isTrue();
      both.change("writes", "write-through");
      TestRow fresh = smallRow();
      both.run(OperationType.UPDATE, key, fresh);
      assertHolds(both.inCache, key, fresh);
    }
  }

  @Test
  void theHookEmptiesTheCache() throws Exception {
    try (Both both = new Both("writes", "write-through")) {
      TestKey key = key();
      both.run(OperationType.INSERT, key, smallRow());
      assertThat(both.client.hooks()).containsOnlyKeys("empty-cache");
      both.client.runHook("empty-cache");
      assertThat(both.has(both.inCache, key)).isFalse();
      assertThat(both.has(both.inStore, key)).isTrue();
      assertThatThrownBy(() -> both.client.runHook("other"))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  void aCacheOutageIsBypassedOrFailsOperationsAsConfigured() throws Exception {
    try (Both both = new Both("writes", "write-through")) {
      TestKey key = key();
      TestRow row = smallRow();
      both.run(OperationType.INSERT, key, row);
      cache.kill();
      try {
        assertHolds(both.whole, key, row);
        assertThat(both.run(OperationType.UPDATE, key, row).status()).isEqualTo(Status.SUCCEEDED);
        assertThat(both.count("cache-failures")).isEqualTo(3); // the read asked, and put it back
        assertThat(both.count("cache-misses")).isEqualTo(1);
        both.change("on-cache-failure", "fail");
        Outcome failed = both.read(key);
        assertThat(failed.failureCode()).startsWith("cache-");
        assertThat(Objects.requireNonNull(failed.message()).get()).isNotBlank();
        both.change("on-cache-failure", "miss");
        // By now the cache's client has seen the lost connection, so nothing is sent to the cache.
        assertThat(both.read(key).attempts()).isEqualTo(1);
      } finally {
        cache.start();
      }
    }
  }

  @Test
  void aStoreOutageFailsOnlyOperationsThatTheCacheCannotAnswer() throws Exception {
    try (Both both = new Both("writes", "write-through")) {
      TestKey known = key();
      both.run(OperationType.INSERT, known, smallRow());
      store.kill();
      try {
        assertThat(both.read(known).status()).isEqualTo(Status.SUCCEEDED);
        Outcome missing = both.read(key());
        assertThat(missing.status()).isEqualTo(Status.FAILED);
        assertThat(missing.failureCode()).isNotBlank().doesNotStartWith("cache-");
      } finally {
        store.start();
      }
    }
  }

  @Test
  void anInvalidAddressIsRefusedWithTheAllowedForm() {
    assertThatThrownBy(() -> driver().checkAddress("127.0.0.1"))
        .hasMessageContaining("cache and store")
        .hasMessageContaining("127.0.0.1");
  }
}

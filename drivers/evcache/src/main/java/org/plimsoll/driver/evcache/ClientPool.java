package org.plimsoll.driver.evcache;

import com.netflix.config.ConcurrentMapConfiguration;
import com.netflix.config.ConfigurationManager;
import com.netflix.evcache.EVCache;
import com.netflix.evcache.event.hotkey.HotKeyListener;
import com.netflix.evcache.pool.EVCacheClient;
import com.netflix.evcache.pool.EVCacheClientPool;
import com.netflix.evcache.pool.EVCacheClientPoolManager;
import com.netflix.evcache.pool.ServerGroup;
import com.netflix.evcache.util.EVCacheConfig;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.SettingValues;

/**
 * Netflix's client with its own connection pool. The client reads its settings from process-wide
 * properties that start with the name of the application, so each pool has its own application
 * name.
 */
final class ClientPool {
  private static final String LOGGER = "net.spy.log.LoggerImpl";

  /** Process-wide properties whose callbacks would keep the executors of closed pools alive. */
  private static final List<String> CALLED_BACK =
      List.of(
          "scheduled.executor.max.size",
          "scheduled.executor.core.size",
          "EVCacheExecutor.pool.max.size",
          "EVCacheExecutor.pool.core.size");

  private final String app = "EVCACHE_" + UUID.randomUUID().toString().toUpperCase(Locale.ROOT);
  private final EVCacheClientPoolManager manager;
  private final EVCacheClientPool pool;
  private final EVCache cache;
  private final int zones;
  private volatile boolean closed;

  /** Guarded by this. */
  private Set<String> writeOnly = Set.of();

  /** Opens the pool. The client connects in the background. */
  @SuppressWarnings("deprecation") // Without Guice, the builder uses only the latest manager.
  ClientPool(DriverContext context, Zones zones, SettingValues settings, ReadTraces traces) {
    this.zones = zones.all().size();
    Consumer<String> events =
        text -> {
          if (!closed) {
            context.event(text);
          }
        };
    ZoneList list = new ZoneList(context, zones);
    synchronized (ClientPool.class) {
      prepareProcess();
      configure(settings);
      manager =
          new EVCacheClientPoolManager(
              new ZoneConnections(settings.get(EvcacheSettings.ON_LOST_NODE), traces, events),
              list);
      manager.addEVCacheEventListener(traces);
      if (settings.get(EvcacheSettings.HOT_KEY_LIMIT) > 0) {
        var _ = new HotKeyListener(manager); // The constructor registers the instance.
      }
      // A write during a refresh would replace all connections if the queue were empty (5.9.0).
      var _ = manager.getEVCacheScheduledExecutor().schedule(() -> {}, 36_500, TimeUnit.DAYS);
      String prefix = settings.get(EvcacheSettings.KEY_PREFIX);
      cache =
          new EVCache.Builder()
              .setAppName(app)
              .setCachePrefix(prefix.isEmpty() ? null : prefix)
              .setExceptionThrowing(true)
              .build();
      pool = manager.getEVCacheClientPool(app);
    }
    changeFallback(settings);
    changeWriteOnly(settings); // This is set before there are zones.
    list.open();
    pool.refreshPool(false, true);
  }

  /** Sets the properties that all pools of the process share. */
  private static void prepareProcess() {
    if (System.getProperty(LOGGER) == null) {
      System.setProperty(LOGGER, "net.spy.memcached.compat.log.SLF4JLogger");
    }
    if (!ConfigurationManager.isConfigurationInstalled()) {
      // By default, the client reads files and watches them for changes.
      ConfigurationManager.install(new ConcurrentMapConfiguration());
      set("EVCacheClientPoolManager.log.apps", "none"); // The client logs each miss.
      set("EVCacheThrottler.throttle.hot.keys", true); // only for pools with a limit
    }
  }

  private void configure(SettingValues settings) {
    set("EVCacheClientPoolManager.refresh.interval", seconds(settings));
    set(app + ".EVCacheClientPool.poolSize", settings.get(EvcacheSettings.CONNECTIONS));
    set(
        app + ".EVCacheClientPool.readTimeout",
        settings.get(EvcacheSettings.READ_TIMEOUT).toMillis());
    set(app + ".operation.timeout", ZoneConnections.patienceMillis());
    set(app + ".max.read.queue.length", settings.get(EvcacheSettings.READ_QUEUE));
    set(app + ".max.retry.count", settings.get(EvcacheSettings.FALLBACKS));
    // Otherwise, the client would silently use another zone, and fail if there is none.
    set(app + ".ignore.inactive.nodes", false);
    long chunk = settings.get(EvcacheSettings.CHUNK_SIZE);
    if (chunk > 0) {
      set(app + ".chunk.data", true);
      set(app + ".chunk.size", chunk);
    }
    long limit = settings.get(EvcacheSettings.HOT_KEY_LIMIT);
    if (limit > 0) {
      set("EVCacheThrottler." + app + ".throttle.hot.keys", true);
      set("EVCacheThrottler." + app + ".throttle.value", limit);
    }
  }

  private static long seconds(SettingValues settings) {
    return Math.min(
        settings.get(EvcacheSettings.REFRESH).toSeconds(), TimeUnit.DAYS.toSeconds(365));
  }

  private static void set(String name, Object value) {
    ConfigurationManager.getConfigInstance().setProperty(name, String.valueOf(value));
  }

  /** Sets whether reads fall back to another zone, starting with the next read. */
  void changeFallback(SettingValues settings) {
    boolean falls = settings.get(EvcacheSettings.FALLBACK);
    set(app + ".fallback.zone", falls);
    set(app + ".bulk.fallback.zone", falls);
  }

  /**
   * Excludes zones from reads. The client may resolve hosts. Zones that serve reads again are
   * changed first, because the client does not notice a change that leaves the number of zones the
   * same (5.9.0).
   */
  synchronized void changeWriteOnly(SettingValues settings) {
    Set<String> names = settings.get(EvcacheSettings.WRITE_ONLY);
    Set<String> before = writeOnly;
    writeOnly = Set.copyOf(names);
    Set<String> back = new HashSet<>(before);
    back.removeAll(names);
    Set<String> out = new HashSet<>(names);
    out.removeAll(before);
    mark(back, false);
    mark(out, true);
  }

  private void mark(Set<String> names, boolean isOut) {
    if (!names.isEmpty()) {
      names.forEach(zone -> set(app + "." + zone + ".EVCacheClientPool.writeOnly", isOut));
      pool.refreshPool(false, false);
    }
  }

  EVCache cache() {
    return cache;
  }

  /** Returns the number of zones, including write-only zones. */
  int zones() {
    return zones;
  }

  /** Waits until every node is connected. Returns whether this was in time. */
  boolean isConnected() {
    return pool.getAllInstancesByZone().size() == zones
        && pool.getAllInstancesByZone().values().stream()
            .flatMap(List::stream)
            .allMatch(client ->
                client.getNodeLocator().getAll().stream().allMatch(node -> node.isActive()));
  }

  /**
   * Closes the connections. Requests in flight never complete, so their threads are interrupted.
   */
  void close() {
    closed = true;
    Map<ServerGroup, List<EVCacheClient>> groups = new HashMap<>(pool.getAllInstancesByZone());
    groups
        .values()
        .forEach(clients -> clients.forEach(client -> client.shutdown(0, TimeUnit.SECONDS)));
    // The properties of the process still reference the pool, so it should hold little memory.
    groups.keySet().forEach(pool::serverGroupDisabled);
    manager.shutdown();
    var _ = manager.getEVCacheScheduledExecutor().shutdownNow(); // drops waiting tasks
    pool.getReadTimeout().removeAllCallbacks();
    pool.getBulkReadTimeout().removeAllCallbacks();
    pool.getOperationTimeout().removeAllCallbacks();
    pool.getOpQueueMaxBlockTime().removeAllCallbacks();
    CALLED_BACK.forEach(ClientPool::forget);
    forget(app + ".EVCacheClientPool.poolSize");
  }

  private static void forget(String property) {
    EVCacheConfig.getInstance().getDynamicIntProperty(property, 1).removeAllCallbacks();
  }
}

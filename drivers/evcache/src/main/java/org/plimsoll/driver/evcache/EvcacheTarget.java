package org.plimsoll.driver.evcache;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.plimsoll.api.Client;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.MemcachedNumbers;
import org.plimsoll.api.kit.SharedPool;

/** The client of an opened cache: Netflix's client with its connections, and the zones. */
final class EvcacheTarget implements Client {
  private static final String FLUSH_ALL = "flush-all";
  private static final String FLUSH_ZONE = "flush-zone";
  private static final Duration RENEWAL_PATIENCE = Duration.ofMillis(500);
  private static final long POLL_MILLIS = 2;

  private final DriverContext context;
  private final NodeStats stats;
  private final ReadTraces traces = new ReadTraces();
  private final EvcacheOperations operations;
  private final SharedPool<ClientPool> pools;
  private final Map<EvcacheSession, Session> sessions = new ConcurrentHashMap<>();
  private final Map<String, String> serverFacts = new LinkedHashMap<>();
  private volatile SettingValues settings;
  private volatile Zones zones;
  private volatile boolean closed;

  private EvcacheTarget(DriverContext context, Zones zones, NodeStats stats, long itemBytesMax) {
    this.context = context;
    this.zones = zones;
    this.stats = stats;
    settings = context.settings();
    operations =
        new EvcacheOperations(
            context.fieldNames(),
            traces,
            Counters.of(context),
            settings.get(EvcacheSettings.KEY_PREFIX),
            itemBytesMax,
            Tuning.of(settings));
    pools = new SharedPool<>(this::newPool, ClientPool::close);
  }

  private ClientPool newPool() {
    return new ClientPool(context, zones, settings, traces);
  }

  static EvcacheTarget open(DriverContext context) throws Exception {
    SettingValues settings = context.settings();
    Zones zones =
        Zones.of(
            EvcacheSettings.ADDRESS.parse(context.address()).servers(),
            settings.get(EvcacheSettings.ZONES),
            context.isDiscovered() ? "" : settings.get(EvcacheSettings.ZONE));
    requireWriteOnly(context, zones, settings);
    Duration patience = settings.get(EvcacheSettings.CONNECT_TIMEOUT);
    NodeStats stats =
        new NodeStats(context, Math.toIntExact(Math.min(patience.toMillis(), Integer.MAX_VALUE)));
    // The client connects in the background, and would not report why a connection fails.
    Map<String, Map<String, String>> nodes = stats.readAll(zones, "");
    Map<String, Map<String, String>> options = stats.readAll(zones, "settings");
    EvcacheTarget target =
        new EvcacheTarget(context, zones, stats, itemBytesMax(settings, options));
    try {
      if (!isConnectedWithin(patience, target.pools.current())) {
        throw new IOException(
            context.address() + " did not connect within " + patience.toMillis() + " ms");
      }
      target.learnFacts(nodes, options);
      return target;
    } catch (Exception e) {
      target.close();
      throw e;
    }
  }

  /**
   * Checks the write-only zones. With a discovery, zones can be found or lost later, so the check
   * is skipped.
   */
  private static void requireWriteOnly(DriverContext context, Zones zones, SettingValues settings) {
    if (!context.isDiscovered()) {
      zones.require("write-only-zones", settings.get(EvcacheSettings.WRITE_ONLY));
    }
  }

  /** Returns the lowest item size limit of all nodes. Chunks are smaller. */
  private static long itemBytesMax(
      SettingValues settings, Map<String, Map<String, String>> options) {
    return settings.get(EvcacheSettings.CHUNK_SIZE) > 0
        ? Long.MAX_VALUE
        : options.values().stream()
            .mapToLong(lines ->
                Long.parseLong(lines.getOrDefault("item_size_max", String.valueOf(Long.MAX_VALUE))))
            .min()
            .orElse(Long.MAX_VALUE);
  }

  private static boolean isConnectedWithin(Duration patience, ClientPool pool)
      throws InterruptedException {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (!pool.isConnected()) {
      if (System.nanoTime() - deadlineNanos >= 0) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return true;
  }

  private void learnFacts(
      Map<String, Map<String, String>> nodes, Map<String, Map<String, String>> options) {
    serverFacts.put("server", "memcached " + MemcachedNumbers.distinct(nodes, "version"));
    serverFacts.put("memory-limit-bytes", MemcachedNumbers.distinct(nodes, "limit_maxbytes"));
    serverFacts.put("threads", MemcachedNumbers.distinct(nodes, "threads"));
    serverFacts.put("item-size-max-bytes", MemcachedNumbers.distinct(options, "item_size_max"));
    serverFacts.put("evictions", MemcachedNumbers.distinct(options, "evictions"));
  }

  @Override
  public Session openSession() throws InterruptedException {
    ClientPool before = pools.current();
    pools.renewIfSuspect();
    ClientPool now = pools.current();
    if (now != before) {
      var _ = isConnectedWithin(RENEWAL_PATIENCE, now); // if not, requests fail
    }
    EvcacheSession session = new EvcacheSession(pools, operations, sessions::remove);
    Session adapted = context.blocking(session);
    sessions.put(session, adapted);
    return adapted;
  }

  @Override
  public Map<String, String> facts() {
    Zones its = zones;
    SettingValues now = settings;
    Map<String, String> facts = new LinkedHashMap<>(serverFacts);
    facts.put("client", "EVCache 5.9.0");
    facts.put("nodes", String.valueOf(its.nodes().size()));
    facts.put("zones", its.text());
    facts.put("local-zone", its.local().isEmpty() ? "none" : its.local());
    facts.put("write-policy", Setting.choiceText(now.get(EvcacheSettings.WRITE_POLICY)));
    facts.put("read-timeout", now.get(EvcacheSettings.READ_TIMEOUT).toMillis() + " ms");
    facts.put("connections-per-node", String.valueOf(now.get(EvcacheSettings.CONNECTIONS)));
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() throws IOException {
    return MemcachedNumbers.metrics(stats.readAvailable(zones));
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    requireWriteOnly(context, zones, changed);
    settings = changed;
    operations.change(Tuning.of(changed));
    pools.current().changeFallback(changed);
    var _ = Thread.ofVirtual().name("evcache-settings").start(this::applySettings);
  }

  /** Applies one change after the other, so that the latest change takes effect last. */
  private synchronized void applySettings() {
    ClientPool pool = pools.current();
    pool.changeFallback(settings);
    pool.changeWriteOnly(settings);
  }

  /**
   * Opens a new pool for the nodes that discovery has found. The old pool is used until the new one
   * is connected, and closes with its last call.
   */
  @Override
  public void nodesChanged(List<DiscoveredNode> nodes, int nearest) throws InterruptedException {
    Zones found = Zones.found(nodes, nearest, settings.get(EvcacheSettings.ZONE));
    if (found.equals(zones)) {
      return;
    }
    zones = found;
    ClientPool next = newPool();
    try {
      var _ = isConnectedWithin(settings.get(EvcacheSettings.CONNECT_TIMEOUT), next);
    } finally {
      pools.replace(next);
    }
    applySettings(); // The settings may have changed in the meantime.
  }

  @Override
  public Map<String, String> hooks() {
    return Map.of(
        FLUSH_ALL,
        "Deletes all keys of every node, including those of other applications (flush_all).",
        FLUSH_ZONE,
        "Deletes all keys in a zone, including those of other applications; argument: the zone.");
  }

  @Override
  public String runHook(String name, String argument) throws Exception {
    if (!name.equals(FLUSH_ZONE)) {
      return Client.super.runHook(name, argument);
    }
    zones.require("the argument of " + FLUSH_ZONE, List.of(argument));
    List<HostPort> nodes =
        zones.all().stream()
            .filter(zone -> zone.name().equals(argument))
            .flatMap(zone -> zone.nodes().stream())
            .toList();
    stats.empty(nodes);
    return "emptied " + nodes.size() + " nodes of " + argument;
  }

  @Override
  public String runHook(String name) throws Exception {
    if (!name.equals(FLUSH_ALL)) {
      return Client.super.runHook(name);
    }
    stats.empty(zones.nodes());
    return "emptied " + zones.nodes().size() + " nodes";
  }

  @Override
  public void truncate() throws IOException {
    if (settings.get(EvcacheSettings.TRUNCATE) == Truncation.REFUSE) {
      throw new UnsupportedOperationException(
          "evcache can only be emptied completely, including the keys of other applications: set"
              + " truncate=flush-all if nothing else uses the servers");
    }
    stats.empty(zones.nodes());
  }

  /**
   * Counts the items of the zone with the most items. With chunks, the number of items differs from
   * the number of rows.
   */
  @Override
  public OptionalLong count() throws IOException {
    if (settings.get(EvcacheSettings.CHUNK_SIZE) > 0) {
      return OptionalLong.empty();
    }
    Map<String, Map<String, String>> lines = stats.readAvailable(zones);
    long most = 0;
    for (Zone zone : zones.all()) {
      long items = 0;
      for (HostPort node : zone.nodes()) {
        Map<String, String> its = lines.getOrDefault(zone.name() + "/" + node, Map.of());
        items += Long.parseLong(its.getOrDefault("curr_items", "0"));
      }
      most = Math.max(most, items);
    }
    return OptionalLong.of(most);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    // This interrupts calls, because their requests never complete.
    sessions.values().forEach(Session::close);
    pools.close();
  }
}

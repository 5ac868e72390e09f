package org.plimsoll.driver.memcached;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.MemcachedNumbers;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.api.kit.SharedConnections;

/**
 * The client of an opened Memcached target: the I/O threads, and the connections that sessions
 * share.
 */
final class MemcachedTarget implements Client {
  private static final String FLUSH_ALL = "flush-all";

  private final ServersAddress address;
  private final SettingValues settings;
  private final NodeEvents events;
  private final Network network;
  private final Connector connector;
  private final Commands commands;
  private final ServerStats stats;
  private final SharedConnections<Connection> connections;
  private final Map<String, String> facts = new LinkedHashMap<>();

  private MemcachedTarget(DriverContext context) {
    address = MemcachedSettings.ADDRESS.parse(context.address());
    settings = context.settings();
    events = new NodeEvents(context::event);
    network = new Network(address, context);
    Folsom folsom = new Folsom(network, settings, events);
    connector =
        settings.get(MemcachedSettings.PROTOCOL) == Protocol.META
            ? new Meta(network, settings, events)
            : folsom;
    // The meta protocol extends the text protocol, and has no command for statistics.
    stats = new ServerStats(() -> folsom.connect(false));
    commands =
        new Commands(
            context.fieldNames(), context.counter("cache-hits"), context.counter("cache-misses"));
    commands.timeToLive(settings.get(MemcachedSettings.TTL));
    connections =
        new SharedConnections<>(
            ConnectionSettings.count(settings.get(MemcachedSettings.CONNECTIONS)),
            () -> connector.connect(false),
            Connection::shutdown);
  }

  static MemcachedTarget open(DriverContext context) throws Exception {
    SettingValues settings = context.settings();
    if (settings.get(MemcachedSettings.PROTOCOL) == Protocol.META
        && settings.get(MemcachedSettings.RING) == Ring.FOLSOM) {
      throw new IllegalArgumentException(
          "ring: must be ketama with protocol=meta, which does not use Folsom");
    }
    MemcachedTarget target = new MemcachedTarget(context);
    try {
      target.network.reachAll();
      target.connector.connect(true).shutdown();
      target.learnFacts();
      target.events.silent(false);
      return target;
    } catch (Exception e) {
      target.close();
      throw e;
    }
  }

  private void learnFacts() throws Exception {
    Map<String, Map<String, String>> nodes = stats.read("");
    if (nodes.values().stream().noneMatch(lines -> lines.containsKey("version"))) {
      throw new IOException(
          address + " answered, but not as Memcached: another service listens there");
    }
    facts.put("server", "memcached " + MemcachedNumbers.distinct(nodes, "version"));
    facts.put("nodes", String.valueOf(address.servers().size()));
    facts.put("protocol", settings.get(MemcachedSettings.PROTOCOL).name().toLowerCase(Locale.ROOT));
    facts.put("connections-per-node", settings.get(MemcachedSettings.CONNECTIONS));
    facts.put("memory-limit-bytes", MemcachedNumbers.distinct(nodes, "limit_maxbytes"));
    facts.put("threads", MemcachedNumbers.distinct(nodes, "threads"));
    Map<String, Map<String, String>> options = stats.read("settings");
    facts.put("item-size-max-bytes", MemcachedNumbers.distinct(options, "item_size_max"));
    facts.put("evictions", MemcachedNumbers.distinct(options, "evictions"));
  }

  @Override
  public Session openSession() throws Exception {
    int maxInFlight = ConnectionSettings.depth(settings, connections);
    return connections.openSession(link -> new MemcachedSession(link, maxInFlight, commands));
  }

  @Override
  public int preferredSessions() {
    return connections.count() == 0 ? 16 : connections.count();
  }

  @Override
  public Map<String, String> facts() {
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() throws Exception {
    return stats.telemetry();
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    commands.timeToLive(changed.get(MemcachedSettings.TTL));
  }

  @Override
  public Map<String, String> hooks() {
    return Map.of(
        FLUSH_ALL,
        "Deletes all keys of every server, including those of other applications (flush_all).");
  }

  @Override
  public String runHook(String name) throws Exception {
    if (!name.equals(FLUSH_ALL)) {
      throw new UnsupportedOperationException("memcached has no hook " + name);
    }
    stats.flushAll();
    return "emptied " + address.servers().size() + " servers";
  }

  @Override
  public void truncate() throws Exception {
    if (settings.get(MemcachedSettings.TRUNCATE) == Truncation.REFUSE) {
      throw new UnsupportedOperationException(
          "memcached can only be emptied completely, including the keys of other applications: set"
              + " truncate=flush-all if nothing else uses the servers");
    }
    stats.flushAll();
  }

  @Override
  public OptionalLong count() throws Exception {
    long items = 0;
    for (Map<String, String> node : stats.read("").values()) {
      items += Long.parseLong(node.getOrDefault("curr_items", "0"));
    }
    return OptionalLong.of(items);
  }

  @Override
  public void close() {
    events.silent(true);
    connections.close();
    stats.close();
    network.close();
  }
}

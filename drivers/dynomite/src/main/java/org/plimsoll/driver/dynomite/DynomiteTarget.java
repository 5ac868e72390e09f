package org.plimsoll.driver.dynomite;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.plimsoll.api.Client;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.SharedConnections;

/** The client of an opened Dynomite ring. */
final class DynomiteTarget implements Client {
  private static final int SCAN_COUNT = 1000;
  private static final Duration DELETE_PATIENCE = Duration.ofSeconds(30);

  private final DriverContext context;
  private final SettingValues settings;
  private final AdminPort admin;
  private final Connections connections;
  private final TopologySource source;
  private final ConsistencyControl control;
  private final Lanes lanes;
  private final Keeper keeper;
  private final NodeNumbers numbers;
  private final DynomiteCommands commands;
  private final SharedConnections<Lane> links;

  private DynomiteTarget(
      DriverContext context, AdminPort admin, Connections connections, TopologySource source)
      throws IOException, InterruptedException {
    this.context = context;
    this.admin = admin;
    this.connections = connections;
    this.source = source;
    settings = context.settings();
    int port = Math.toIntExact(settings.get(DynomiteSettings.ADMIN_PORT));
    control = new ConsistencyControl(admin, port);
    numbers = new NodeNumbers(connections, admin, port);
    Router router =
        new Router(
            new KeyHash(settings.get(DynomiteSettings.HASH_TAG)),
            context.counter("other-rack-operations"));
    commands = new DynomiteCommands(router, context.fieldNames());
    applyToCommands(settings);
    Set<RingNode> unset = ConcurrentHashMap.newKeySet();
    lanes = new Lanes(node -> connections.connect(node, unset::add), source.read());
    links =
        new SharedConnections<>(
            ConnectionSettings.count(settings.get(DynomiteSettings.CONNECTIONS)),
            lanes::open,
            lanes::close);
    setConsistency();
    keeper = new Keeper(lanes, source, control, context, unset);
  }

  static DynomiteTarget open(DriverContext context) throws Exception {
    DynomiteAddress address = DynomiteAddress.parse(context.address());
    AdminPort admin =
        new AdminPort(context, context.settings().get(DynomiteSettings.CONNECT_TIMEOUT));
    Connections connections = new Connections(context);
    try {
      TopologySource source = new TopologySource(address, context.settings(), admin);
      DynomiteTarget target = new DynomiteTarget(context, admin, connections, source);
      try {
        target.check();
        return target;
      } catch (Exception e) {
        target.keeper.close();
        throw e;
      }
    } catch (Exception e) {
      connections.close();
      admin.close();
      throw e;
    }
  }

  private void setConsistency() throws IOException, InterruptedException {
    Consistency reads = settings.get(DynomiteSettings.READS);
    Consistency writes = settings.get(DynomiteSettings.WRITES);
    if (reads != Consistency.KEEP || writes != Consistency.KEEP) {
      control.set(lanes.ring().usedNodes(), reads, writes);
    }
  }

  /** Opens a lane and closes it again. Throws an exception if no node answers. */
  private void check() throws Exception {
    lanes.close(lanes.open());
  }

  @Override
  public Session openSession() throws Exception {
    int maxInFlight = ConnectionSettings.depth(settings, links);
    return links.openSession(link -> {
      Lane lane = link.current();
      if (lane != null && !lane.isUsable()) {
        Lanes.reopen(lane);
      }
      return new DynomiteSession(link, maxInFlight, commands);
    });
  }

  @Override
  public int preferredSessions() {
    return links.count() == 0 ? 16 : links.count();
  }

  @Override
  public Map<String, String> facts() {
    Ring ring = lanes.ring();
    RingNode first = ring.local().nodes().getFirst();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("server", "Dynomite");
    try {
      String version = numbers.version(first);
      facts.put("server", version == null ? "Dynomite" : "Dynomite " + version);
      facts.put("storage", "Redis " + numbers.info(first, "server").get("redis_version"));
      ConsistencyControl.State state = control.read(first);
      facts.put("read-consistency", state.reads());
      facts.put("write-consistency", state.writes());
    } catch (IOException e) {
      facts.put("admin-port", "does not answer");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    facts.put("nodes", String.valueOf(ring.size()));
    facts.put("datacenters", String.valueOf(ring.datacenters()));
    facts.put(
        "racks",
        ring.racks().stream()
            .map(rack -> rack.datacenter() + "/" + rack.name() + " (" + rack.nodes().size() + ")")
            .collect(Collectors.joining(", ")));
    facts.put("local-rack", ring.local().datacenter() + "/" + ring.local().name());
    facts.put("connections", settings.get(DynomiteSettings.CONNECTIONS));
    return facts;
  }

  @Override
  public Map<String, Double> telemetry() throws Exception {
    return numbers.read(lanes.ring().usedNodes());
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    applyToCommands(changed);
    keeper.change(changed.get(DynomiteSettings.READS), changed.get(DynomiteSettings.WRITES));
  }

  private void applyToCommands(SettingValues values) {
    commands.change(values.get(DynomiteSettings.TTL), values.get(DynomiteSettings.PIPELINE));
  }

  @Override
  public void nodesChanged(List<DiscoveredNode> nodes, int nearest) {
    HostPort first = DynomiteAddress.parse(context.address()).nodes().getFirst();
    source.change(nodes.stream().map(node -> node.address(first.port())).toList());
    keeper.refreshSoon();
  }

  /** Counts the keys in the local rack. The count of a node is the count of its Redis server. */
  @Override
  public OptionalLong count() throws Exception {
    long keys = 0;
    for (RingNode node : lanes.ring().local().nodes()) {
      String line = numbers.info(node, "keyspace").getOrDefault("db0", "keys=0,");
      keys += Long.parseLong(line.replaceFirst("keys=([0-9]+).*", "$1"));
    }
    return OptionalLong.of(keys);
  }

  /**
   * Deletes the keys that the nodes of the local rack list. Dynomite deletes them in the other
   * racks.
   */
  @Override
  public void truncate() throws Exception {
    byte[] pattern = settings.get(DynomiteSettings.KEY_PATTERN).getBytes(StandardCharsets.UTF_8);
    for (RingNode node : lanes.ring().local().nodes()) {
      try (StatefulRedisConnection<byte[], byte[]> connection = connections.connectApart(node)) {
        ScanArgs args = ScanArgs.Builder.limit(SCAN_COUNT).match(pattern);
        KeyScanCursor<byte[]> cursor = connection.sync().scan(ScanCursor.INITIAL, args);
        while (true) {
          delete(connection, cursor.getKeys());
          if (cursor.isFinished()) {
            break;
          }
          cursor = connection.sync().scan(cursor, args);
        }
      } catch (RedisException e) {
        throw new IOException(node.address() + " did not delete all keys: " + e.getMessage(), e);
      }
    }
  }

  private static void delete(StatefulRedisConnection<byte[], byte[]> connection, List<byte[]> keys)
      throws Exception {
    List<RedisFuture<Long>> deletions = new ArrayList<>();
    for (byte[] key : keys) {
      deletions.add(connection.async().del(key));
    }
    for (RedisFuture<Long> deletion : deletions) {
      var _ = deletion.get(DELETE_PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  @Override
  public void close() {
    keeper.close();
    numbers.close();
    links.close();
    connections.close();
    admin.close();
  }
}

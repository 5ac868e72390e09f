package org.plimsoll.driver.redis;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.masterreplica.MasterReplica;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.api.kit.SharedConnections;
import org.plimsoll.driver.lettuce.RowCodec;
import org.plimsoll.driver.lettuce.ServerInfo;
import org.plimsoll.driver.lettuce.Slice;

/**
 * The client of an opened Redis target: the Lettuce client, and the connections that sessions
 * share.
 */
final class RedisTarget implements Client {
  private static final int SCAN_COUNT = 1000;
  private static final long POLL_MILLIS = 50;

  private final Lettuce lettuce;
  private final DriverContext context;
  private final SettingValues settings;
  private final Commands commands;
  private final ServerInfo info;
  private final boolean cluster;
  private final SharedConnections<StatefulConnection<byte[], Slice>> connections;
  private final ServerTelemetry telemetry = new ServerTelemetry(this::connectApart);

  private RedisTarget(Lettuce lettuce, DriverContext context, ServerInfo info, boolean cluster) {
    this.lettuce = lettuce;
    this.context = context;
    this.settings = context.settings();
    this.info = info;
    this.cluster = cluster;
    RowForm form = settings.get(RedisSettings.ROW_FORM);
    boolean hash =
        form == RowForm.HASH || (form == RowForm.AUTO && context.fieldNames().size() > 1);
    if (!hash && context.fieldNames().size() > 1) {
      throw new IllegalArgumentException(
          "row-form: must be hash or auto if rows have several fields, was 'string'");
    }
    commands =
        new Commands(
            context.fieldNames(), hash, settings.get(RedisSettings.BULK) == BulkForm.MULTI);
    commands.timeToLive(settings.get(RedisSettings.TTL));
    connections =
        new SharedConnections<>(
            ConnectionSettings.count(settings.get(RedisSettings.CONNECTIONS)),
            this::connect,
            lettuce::release);
  }

  static RedisTarget open(DriverContext context) throws Exception {
    SettingValues settings = context.settings();
    ServersAddress address = RedisSettings.ADDRESS.parse(context.address());
    Lettuce lettuce = new Lettuce(address, context);
    try {
      ServerInfo info = lettuce.firstAnswer();
      boolean cluster =
          switch (settings.get(RedisSettings.CLUSTER)) {
            case TRUE -> true;
            case FALSE -> false;
            case AUTO -> info.isCluster();
          };
      if (cluster && !info.isCluster()) {
        throw new IllegalArgumentException(
            "cluster: " + context.address() + " is not a cluster, it runs as " + info.mode());
      }
      if (cluster && !address.name().matches("0+")) {
        throw new IllegalArgumentException(
            "redis: a cluster has database 0 only, was '" + address.name() + "'");
      }
      boolean onlyMasters = settings.get(RedisSettings.READ_FROM) == ReadSource.MASTER;
      if (!cluster && onlyMasters && address.servers().size() > 1) {
        throw new IllegalArgumentException(
            "redis: several addresses need a cluster or read-from=replica, was '"
                + context.address()
                + "'");
      }
      RedisTarget target = new RedisTarget(lettuce, context, info, cluster);
      target.admin(RedisClusterCommands::ping);
      return target;
    } catch (Exception e) {
      lettuce.close();
      throw e;
    }
  }

  private StatefulConnection<byte[], Slice> connect() throws Exception {
    return connect(RowCodec.INSTANCE);
  }

  private <V> StatefulConnection<byte[], V> connect(RedisCodec<byte[], V> codec) throws Exception {
    ReadSource source = settings.get(RedisSettings.READ_FROM);
    if (cluster) {
      StatefulRedisClusterConnection<byte[], V> connection = toCluster(codec);
      connection.setReadFrom(readFrom());
      return connection;
    }
    return lettuce.attempt(() -> {
      if (source == ReadSource.MASTER) {
        return lettuce.client().connect(codec, lettuce.uris().getFirst());
      }
      var connection = replicated(codec);
      connection.setReadFrom(readFrom());
      return connection;
    });
  }

  private <V> StatefulRedisClusterConnection<byte[], V> toCluster(RedisCodec<byte[], V> codec)
      throws IOException {
    StatefulRedisClusterConnection<byte[], V> connection =
        lettuce.attempt(() -> lettuce.clusterClient().connect(codec));
    try {
      requireAllowed(connection);
      return lettuce.attempt(() -> {
        warmUp(connection);
        return connection;
      });
    } catch (IOException | RuntimeException e) {
      lettuce.release(connection);
      throw e;
    }
  }

  /**
   * Checks the addresses of all masters, and throws an exception for a forbidden one. Without this
   * check, Lettuce would only report that the server is not a cluster.
   */
  private void requireAllowed(StatefulRedisClusterConnection<?, ?> connection) throws IOException {
    for (RedisClusterNode node : connection.getPartitions()) {
      if (node.getRole().isUpstream() && !node.getSlots().isEmpty()) {
        try {
          var _ = context.resolve(node.getUri().getHost(), node.getUri().getPort());
        } catch (UnknownHostException e) {
          // Lettuce reports this failure.
        }
      }
    }
  }

  /**
   * Connects to every master. Otherwise, Lettuce would connect on first use, and refuse commands
   * until then.
   */
  private <V> void warmUp(StatefulRedisClusterConnection<byte[], V> connection) {
    long deadlineNanos = System.nanoTime() + settings.get(RedisSettings.CONNECT_TIMEOUT).toNanos();
    Set<String> missing = new HashSet<>();
    connection.getPartitions().stream()
        .filter(node -> node.getRole().isUpstream() && !node.getSlots().isEmpty())
        .forEach(node -> missing.add(node.getNodeId()));
    for (int i = 0; !missing.isEmpty(); i++) {
      byte[] key = ("user:" + i).getBytes(StandardCharsets.US_ASCII);
      RedisClusterNode node = connection.getPartitions().getPartitionBySlot(SlotHash.getSlot(key));
      if (node != null && missing.contains(node.getNodeId())) {
        try {
          var _ = connection.sync().exists(key);
          var _ = missing.remove(node.getNodeId());
        } catch (RedisException e) {
          if (System.nanoTime() > deadlineNanos) {
            throw e;
          }
        }
      }
    }
  }

  /**
   * Connects for reads from replicas. A single address is asked for its replicas. Several addresses
   * are used without asking.
   */
  private <V>
      io.lettuce.core.masterreplica.StatefulRedisMasterReplicaConnection<byte[], V> replicated(
          RedisCodec<byte[], V> codec) {
    List<RedisURI> uris = lettuce.uris();
    return uris.size() == 1
        ? MasterReplica.connect(lettuce.client(), codec, uris.getFirst())
        : MasterReplica.connect(lettuce.client(), codec, uris);
  }

  private ReadFrom readFrom() {
    ReadFrom wanted =
        switch (settings.get(RedisSettings.READ_FROM)) {
          case MASTER -> ReadFrom.MASTER;
          case REPLICA -> ReadFrom.REPLICA_PREFERRED;
          case ANY -> ReadFrom.ANY;
        };
    List<String> subnets = settings.get(RedisSettings.LOCAL_SUBNETS);
    return subnets.isEmpty() ? wanted : new NearReads(wanted, subnets);
  }

  @Override
  public Session openSession() throws Exception {
    int maxInFlight = ConnectionSettings.depth(settings, connections);
    return connections.openSession(link -> new RedisSession(link, maxInFlight, commands));
  }

  @Override
  public int preferredSessions() {
    return connections.count() == 0 ? 16 : connections.count();
  }

  @Override
  public Map<String, String> facts() {
    return info.facts(settings.get(RedisSettings.CONNECTIONS), cluster ? lettuce.topology() : null);
  }

  @Override
  public Map<String, Double> telemetry() throws Exception {
    return telemetry.read();
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    commands.timeToLive(changed.get(RedisSettings.TTL));
  }

  @Override
  public Map<String, String> hooks() {
    return Map.of(
        "bgsave", "Writes a snapshot in the background (BGSAVE), and waits until it is written.",
        "bgrewriteaof", "Rewrites the append-only file (BGREWRITEAOF), and waits until it ends.",
        "reset-stats", "Sets the server's own statistics to 0 (CONFIG RESETSTAT).");
  }

  @Override
  public String runHook(String name) throws Exception {
    return switch (name) {
      case "bgsave" -> background(Persistence.SNAPSHOT);
      case "bgrewriteaof" -> background(Persistence.APPEND_ONLY_FILE);
      case "reset-stats" -> admin(RedisClusterCommands::configResetstat);
      default -> throw new UnsupportedOperationException("redis has no hook " + name);
    };
  }

  /** Starts a background save on each master, and waits for its end. */
  private String background(Persistence persistence) throws Exception {
    try (StatefulConnection<byte[], byte[]> connection = connectApart()) {
      List<RedisClusterCommands<byte[], byte[]>> masters = new ArrayList<>();
      if (connection instanceof StatefulRedisClusterConnection<byte[], byte[]> clustered) {
        for (RedisClusterNode node : clustered.getPartitions()) {
          if (node.is(RedisClusterNode.NodeFlag.UPSTREAM)) {
            masters.add(clustered.getConnection(node.getNodeId()).sync());
          }
        }
      } else {
        masters.add(((StatefulRedisConnection<byte[], byte[]>) connection).sync());
      }
      for (RedisClusterCommands<byte[], byte[]> master : masters) {
        String _ = lettuce.attempt(() -> persistence.start(master));
      }
      for (RedisClusterCommands<byte[], byte[]> master : masters) {
        while (lettuce.attempt(() -> persistence.runs(master))) {
          Thread.sleep(POLL_MILLIS);
        }
      }
      int count = masters.size();
      return persistence.done() + " on " + count + (count == 1 ? " server" : " servers");
    }
  }

  @Override
  public void truncate() throws Exception {
    byte[] pattern = settings.get(RedisSettings.KEY_PATTERN).getBytes(StandardCharsets.UTF_8);
    admin(redis -> {
      ScanArgs args = ScanArgs.Builder.limit(SCAN_COUNT).match(pattern);
      KeyScanCursor<byte[]> cursor = redis.scan(ScanCursor.INITIAL, args);
      while (true) {
        if (!cursor.getKeys().isEmpty()) {
          redis.unlink(cursor.getKeys().toArray(new byte[0][]));
        }
        if (cursor.isFinished()) {
          return 0L;
        }
        cursor = redis.scan(cursor, args);
      }
    });
  }

  @Override
  public OptionalLong count() throws Exception {
    return OptionalLong.of(admin(RedisClusterCommands::dbsize));
  }

  /**
   * Runs a command on a separate connection, so that it does not wait for the load, and does not
   * delay it.
   */
  private <T> T admin(Function<RedisClusterCommands<byte[], byte[]>, T> question) throws Exception {
    try (StatefulConnection<byte[], byte[]> connection = connectApart()) {
      RedisClusterCommands<byte[], byte[]> redis =
          connection instanceof StatefulRedisClusterConnection<byte[], byte[]> clustered
              ? clustered.sync()
              : ((StatefulRedisConnection<byte[], byte[]>) connection).sync();
      return lettuce.attempt(() -> question.apply(redis));
    }
  }

  private StatefulConnection<byte[], byte[]> connectApart() throws Exception {
    return cluster
        ? toCluster(ByteArrayCodec.INSTANCE)
        : lettuce.attempt(
            () -> lettuce.client().connect(ByteArrayCodec.INSTANCE, lettuce.uris().getFirst()));
  }

  @Override
  public void close() {
    telemetry.close();
    connections.close();
    lettuce.close();
  }
}

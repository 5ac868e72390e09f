package org.plimsoll.driver.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.driver.lettuce.Failures;
import org.plimsoll.driver.lettuce.LettuceThreads;
import org.plimsoll.driver.lettuce.ServerInfo;

/**
 * Configures Lettuce for load tests. The clients for one server and for a cluster are created on
 * first use.
 */
final class Lettuce implements AutoCloseable {
  /** Maximum number of connections that are opened to read the reason of a refusal. */
  private static final int REASON_TRIES = 8;

  private final ServersAddress address;
  private final SettingValues settings;
  private final Duration patience;
  private final LettuceThreads threads;
  private final List<RedisURI> uris;
  private final @Nullable TrustManagerFactory trust;
  private @Nullable RedisClient client;
  private @Nullable RedisClusterClient clusterClient;

  Lettuce(ServersAddress address, DriverContext context) throws GeneralSecurityException {
    this.address = address;
    settings = context.settings();
    trust = TlsSettings.trust(settings);
    patience = settings.get(RedisSettings.CONNECT_TIMEOUT);
    uris = address.servers().stream().map(this::uri).toList();
    threads =
        new LettuceThreads(
            context, ConnectionSettings.ioThreads(settings), settings.get(RedisSettings.BUSY_POLL));
  }

  List<RedisURI> uris() {
    return uris;
  }

  private RedisURI uri(HostPort node) {
    RedisURI.Builder uri =
        RedisURI.Builder.redis(node.host(), node.port())
            .withDatabase(Integer.parseInt(address.name()))
            .withClientName("plimsoll")
            .withTimeout(patience)
            .withSsl(settings.get(TlsSettings.TLS))
            .withVerifyPeer(settings.get(TlsSettings.VERIFY));
    String user = settings.get(RedisSettings.USER);
    String password = settings.get(RedisSettings.PASSWORD);
    if (!user.isEmpty()) {
      uri.withAuthentication(user, password.toCharArray());
    } else if (!password.isEmpty()) {
      uri.withPassword(password.toCharArray());
    }
    return uri.build();
  }

  private void configure(ClientOptions.Builder options) {
    LettuceThreads.configure(options, patience);
    if (trust != null) {
      options.sslOptions(SslOptions.builder().trustManager(trust).build());
    }
  }

  synchronized RedisClient client() {
    RedisClient current = client;
    if (current == null) {
      current = RedisClient.create(threads.resources());
      ClientOptions.Builder options = ClientOptions.builder();
      configure(options);
      current.setOptions(options.build());
      client = current;
    }
    return current;
  }

  synchronized RedisClusterClient clusterClient() {
    RedisClusterClient current = clusterClient;
    if (current == null) {
      current = RedisClusterClient.create(threads.resources(), uris);
      ClusterClientOptions.Builder options = ClusterClientOptions.builder();
      configure(options);
      options.topologyRefreshOptions(
          // By default, Lettuce also refreshes after redirects and lost connections.
          ClusterTopologyRefreshOptions.builder()
              .enablePeriodicRefresh(Duration.ofSeconds(10))
              .adaptiveRefreshTriggersTimeout(Duration.ofSeconds(1))
              .build());
      current.setOptions(options.build());
      clusterClient = current;
    }
    return current;
  }

  /** Reads {@code INFO} from the first server that answers. */
  ServerInfo firstAnswer() throws IOException {
    IOException first = null;
    for (RedisURI uri : uris) {
      try {
        return infoOf(uri);
      } catch (RedisException e) {
        IOException sentence =
            Failures.unusable(new HostPort(uri.getHost(), uri.getPort()).toString(), patience, e);
        if (first == null) {
          first = sentence;
        }
      }
    }
    throw first == null ? new IOException("redis: no address") : first;
  }

  private ServerInfo infoOf(RedisURI uri) {
    for (int tries = 1; ; tries++) {
      try {
        return askInfo(uri);
      } catch (RedisException e) {
        // A busy machine may lose the reason several times.
        if (!Failures.hidesItsReason(e) || tries == REASON_TRIES) {
          throw e;
        }
      }
    }
  }

  private ServerInfo askInfo(RedisURI uri) {
    try (StatefulRedisConnection<String, String> connection = client().connect(uri)) {
      return ServerInfo.parse(connection.sync().info());
    }
  }

  /** Runs an action on the servers. A failure is reported as one sentence. */
  <T> T attempt(Supplier<T> talk) throws IOException {
    try {
      return talk.get();
    } catch (RedisException e) {
      throw Failures.unusable(address.toString(), patience, e);
    }
  }

  /** Returns the servers of the last known cluster topology. */
  Map<String, String> topology() {
    int masters = 0;
    int replicas = 0;
    for (var node : clusterClient().getPartitions()) {
      if (node.getRole().isUpstream()) {
        masters++;
      } else {
        replicas++;
      }
    }
    Map<String, String> topology = new LinkedHashMap<>();
    topology.put("nodes", String.valueOf(masters + replicas));
    topology.put("masters", String.valueOf(masters));
    topology.put("replicas", String.valueOf(replicas));
    return topology;
  }

  /** Closes a connection without waiting. */
  void release(StatefulConnection<?, ?> connection) {
    threads.release(connection);
  }

  @Override
  public synchronized void close() {
    threads.stop(client);
    threads.stop(clusterClient);
    threads.close();
  }
}

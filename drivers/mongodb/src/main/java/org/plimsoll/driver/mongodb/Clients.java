package org.plimsoll.driver.mongodb;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCompressor;
import com.mongodb.MongoCredential;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.SslSettings;
import com.mongodb.event.ConnectionCheckedOutEvent;
import com.mongodb.event.ConnectionPoolListener;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.codecs.configuration.CodecRegistries;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.ServersAddress;

/** Creates the client of the client library from the settings. */
final class Clients {
  /**
   * Number of connections that are opened in parallel. The library's own limit of 2 would make the
   * start sequential.
   */
  private static final int CONNECTING = 16;

  /** The delay before the library reconnects to a lost node. */
  private static final long RECONNECT_MILLIS = 50;

  private Clients() {}

  static MongoClient create(DriverContext context, ServersAddress address, Topology topology)
      throws GeneralSecurityException {
    SettingValues settings = context.settings();
    List<ServerAddress> nodes =
        address.servers().stream()
            .map(node -> new ServerAddress(node.host(), node.port()))
            .toList();
    String replicaSet = settings.get(MongoDbSettings.REPLICA_SET);
    int connectMillis = Math.toIntExact(settings.get(MongoDbSettings.CONNECT_TIMEOUT).toMillis());
    long selectionMillis = settings.get(MongoDbSettings.SELECTION_TIMEOUT).toMillis();
    SslSettings tls = tls(settings);
    MongoClientSettings.Builder builder =
        MongoClientSettings.builder()
            .applicationName("plimsoll")
            .codecRegistry(
                CodecRegistries.fromRegistries(
                    CodecRegistries.fromCodecs(FoundDocument.CODEC),
                    MongoClientSettings.getDefaultCodecRegistry()))
            .retryReads(false)
            .retryWrites(false)
            .inetAddressResolver(new CheckedHosts(context, address.servers()))
            .applyToClusterSettings(cluster -> {
              cluster.hosts(nodes).addClusterListener(topology);
              cluster.serverSelectionTimeout(selectionMillis, TimeUnit.MILLISECONDS);
              if (!replicaSet.isEmpty()) {
                cluster.requiredReplicaSetName(replicaSet);
              }
            })
            .applyToServerSettings(
                server -> server.minHeartbeatFrequency(RECONNECT_MILLIS, TimeUnit.MILLISECONDS))
            .applyToSocketSettings(
                socket -> socket.connectTimeout(connectMillis, TimeUnit.MILLISECONDS))
            .applyToConnectionPoolSettings(pool -> {
              pool.maxSize(Math.toIntExact(settings.get(MongoDbSettings.CONNECTIONS)));
              pool.maxWaitTime(selectionMillis, TimeUnit.MILLISECONDS);
              pool.maxConnecting(CONNECTING);
              if (settings.get(MongoDbSettings.CONNECTIONS) > 0) {
                pool.addConnectionPoolListener(new PoolWait(context.timing("pool-wait")));
              }
            })
            .applyToSslSettings(ssl -> ssl.applySettings(tls));
    if (settings.get(MongoDbSettings.COMPRESSION) == Compression.ZLIB) {
      builder.compressorList(List.of(MongoCompressor.createZlibCompressor()));
    }
    Credentials.of(settings)
        .ifPresent(login ->
            builder.credential(
                MongoCredential.createCredential(
                    login.user(),
                    settings.get(MongoDbSettings.AUTH_SOURCE),
                    login.password().toCharArray())));
    return MongoClients.create(builder.build());
  }

  private static SslSettings tls(SettingValues settings) throws GeneralSecurityException {
    if (!settings.get(TlsSettings.TLS)) {
      return SslSettings.builder().enabled(false).build();
    }
    return SslSettings.builder()
        .enabled(true)
        .invalidHostNameAllowed(!settings.get(TlsSettings.VERIFY))
        .context(TlsSettings.context(settings))
        .build();
  }

  /** Records the time that an operation waits for a connection of the pool. */
  private record PoolWait(DriverContext.Timing timing) implements ConnectionPoolListener {
    @Override
    public void connectionCheckedOut(ConnectionCheckedOutEvent event) {
      timing.record(event.getElapsedTime(TimeUnit.NANOSECONDS));
    }
  }
}

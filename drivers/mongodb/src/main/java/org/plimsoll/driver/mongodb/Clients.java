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
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.ServersAddress;

/** Creates the client library's client from the settings. */
final class Clients {
  /** Connections that are opened at once; the library's own limit of 2 would serialize a start. */
  private static final int CONNECTING = 16;

  /** How soon a lost node is tried again. */
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
    String user = settings.get(MongoDbSettings.USER);
    if (!user.isEmpty()) {
      builder.credential(
          MongoCredential.createCredential(
              user,
              settings.get(MongoDbSettings.AUTH_SOURCE),
              settings.get(MongoDbSettings.PASSWORD).toCharArray()));
    }
    return MongoClients.create(builder.build());
  }

  private static SslSettings tls(SettingValues settings) throws GeneralSecurityException {
    if (!settings.get(TlsSettings.TLS)) {
      return SslSettings.builder().enabled(false).build();
    }
    boolean verifies = settings.get(TlsSettings.VERIFY);
    SSLContext context = SSLContext.getInstance("TLS");
    TrustManagerFactory trust = verifies ? TlsSettings.trust(settings) : null;
    context.init(
        null,
        verifies
            ? trust == null ? null : trust.getTrustManagers()
            : new TrustManager[] {new TrustsAll()},
        new SecureRandom());
    return SslSettings.builder()
        .enabled(true)
        .invalidHostNameAllowed(!verifies)
        .context(context)
        .build();
  }

  /** Records how long an operation has waited for a connection of the pool. */
  private record PoolWait(DriverContext.Timing timing) implements ConnectionPoolListener {
    @Override
    public void connectionCheckedOut(ConnectionCheckedOutEvent event) {
      timing.record(event.getElapsedTime(TimeUnit.NANOSECONDS));
    }
  }

  /** Accepts every certificate, for {@code tls-verify=false}. */
  private static final class TrustsAll extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, java.net.Socket socket) {}

    @Override
    public void checkClientTrusted(
        X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public void checkServerTrusted(
        X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}

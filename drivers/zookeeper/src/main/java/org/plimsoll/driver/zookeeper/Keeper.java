package org.plimsoll.driver.zookeeper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.ClientCnxnSocketNetty;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;
import org.apache.zookeeper.common.KeyStoreFileType;
import org.apache.zookeeper.common.ZKConfig;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.Credentials;

/**
 * A connection: a session of ZooKeeper, which is replaced when the servers have ended it. The
 * client library reconnects by itself, but not after an expired session.
 */
final class Keeper implements Watcher {
  private final DriverContext context;
  private final ZooKeeperAddress address;
  private final DriverContext.Counter expired;
  private final CountDownLatch connected = new CountDownLatch(1);
  private volatile ZooKeeper handle;
  private boolean closed; // guarded by this

  /** Starts to connect. */
  Keeper(DriverContext context, ZooKeeperAddress address, DriverContext.Counter expired)
      throws IOException {
    this.context = context;
    this.address = address;
    this.expired = expired;
    handle = connect();
  }

  private ZooKeeper connect() throws IOException {
    SettingValues settings = context.settings();
    // Read before the client is created: a refusal would leave the client's threads running.
    Optional<Credentials> login = Credentials.of(settings);
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
    config.setProperty(
        ZKConfig.JUTE_MAXBUFFER, settings.get(ZooKeeperSettings.MAX_BUFFER).toString());
    if (settings.get(TlsSettings.TLS)) {
      encrypt(config, settings.get(TlsSettings.AUTHORITIES));
    }
    ZooKeeper connecting =
        new ZooKeeper(
            address.toString(),
            Math.toIntExact(settings.get(ZooKeeperSettings.SESSION_TIMEOUT).toMillis()),
            this,
            false,
            new CheckedServers(context, address.servers(), new Random(context.seed())),
            config);
    login
        .map(its -> its.user() + ":" + its.password())
        .ifPresent(its -> connecting.addAuthInfo("digest", its.getBytes(StandardCharsets.UTF_8)));
    return connecting;
  }

  /** Only the library's client over Netty has TLS. It verifies certificates and names. */
  private static void encrypt(ZKClientConfig config, String authorities) {
    config.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
    config.setProperty(
        ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, ClientCnxnSocketNetty.class.getName());
    if (!authorities.isEmpty()) {
      try (ClientX509Util names = new ClientX509Util()) {
        config.setProperty(names.getSslTruststoreLocationProperty(), authorities);
        config.setProperty(names.getSslTruststoreTypeProperty(), KeyStoreFileType.PEM.name());
      }
    }
  }

  /** The client of the current session. */
  ZooKeeper handle() {
    return handle;
  }

  /** Whether requests can be sent now; otherwise the client library would keep them. */
  boolean isConnected() {
    return handle.getState().isConnected();
  }

  /** Waits until the first session is established; false if it is not in time. */
  boolean awaitConnected(Duration patience) throws InterruptedException {
    return connected.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void process(WatchedEvent event) {
    switch (event.getState()) {
      case SyncConnected -> connected.countDown();
      case Expired -> replace();
      default -> {
        // The client library connects again.
      }
    }
  }

  /** Starts another session, since this one has ended. */
  private synchronized void replace() {
    if (closed) {
      return;
    }
    expired.add(1);
    context.event("a session of ZooKeeper has expired");
    try {
      handle = connect();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the session on another thread, since the client library waits for the server. */
  synchronized Thread close() {
    closed = true;
    ZooKeeper ending = handle;
    return Thread.ofVirtual()
        .name("zookeeper-close")
        .start(() -> {
          try {
            ending.close();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }
}

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
 * A connection with a session of ZooKeeper. If the servers have ended the session, it is replaced.
 * The client library itself reconnects, but not after its session has expired.
 */
final class Keeper implements Watcher {
  private final DriverContext context;
  private final ZooKeeperAddress address;
  private final DriverContext.Counter expired;
  private final CountDownLatch connected = new CountDownLatch(1);
  private volatile ZooKeeper handle;
  private boolean closed; // Guarded by this.

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
    // This is read before the client is created, because otherwise a refusal would leave the
    // client's threads running.
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

  /**
   * Configures TLS, which only the library's Netty client supports. It verifies certificates and
   * host names.
   */
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

  /** Returns the client of the current session. */
  ZooKeeper handle() {
    return handle;
  }

  /** Whether requests can be sent now. If not, the client library would queue them. */
  boolean isConnected() {
    return handle.getState().isConnected();
  }

  /** Waits until the first session is established. Returns false on a timeout. */
  boolean awaitConnected(Duration patience) throws InterruptedException {
    return connected.await(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void process(WatchedEvent event) {
    switch (event.getState()) {
      case SyncConnected -> connected.countDown();
      case Expired -> replace();
      default -> {
        // The client library reconnects.
      }
    }
  }

  /** Starts a new session, because the current one has ended. */
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

  /** Ends the session on another thread, because the client library waits for the server. */
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

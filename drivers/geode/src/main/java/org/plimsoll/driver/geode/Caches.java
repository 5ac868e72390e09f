package org.plimsoll.driver.geode;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import org.apache.geode.cache.CacheClosedException;
import org.apache.geode.cache.EvictionAttributes;
import org.apache.geode.cache.Region;
import org.apache.geode.cache.client.ClientCache;
import org.apache.geode.cache.client.ClientCacheFactory;
import org.apache.geode.cache.client.ClientRegionFactory;
import org.apache.geode.cache.client.ClientRegionShortcut;
import org.apache.geode.cache.client.Pool;
import org.apache.geode.cache.client.PoolFactory;
import org.apache.geode.cache.client.PoolManager;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.ServersAddress;

/**
 * The client cache of this process; Geode allows only one per process. Each target has its own
 * pools and its own region in the cache. The last target closes it. Geode itself keeps track of the
 * open regions.
 */
final class Caches {
  private Caches() {}

  /** The parts of the cache that a target uses. */
  record Opened(ClientCache cache, Sockets sockets, Pool pool, Region<String, Object> region) {}

  /**
   * Opens the pool and the region of a target.
   *
   * @throws IOException if a region with this name is already open
   */
  static Opened open(ServersAddress address, DriverContext context) throws IOException {
    synchronized (Caches.class) {
      ClientCache cache = current(Credentials.of(context.settings()));
      if (cache.getRegion(address.name()) != null) {
        throw new IOException(
            "the region "
                + address.name()
                + " is already open in this process, in which Geode allows one client region of"
                + " each name: use another region, or another process");
      }
      Pool pool = null;
      try {
        Sockets sockets = new Sockets(context);
        pool = pool(address, context, sockets, false);
        return new Opened(cache, sockets, pool, region(cache, pool, address, context.settings()));
      } catch (IOException | RuntimeException e) {
        if (pool != null) {
          pool.destroy();
        }
        closeIfUnused(cache);
        throw e;
      }
    }
  }

  private static ClientCache current(Optional<Credentials> login) throws IOException {
    ClientCache open;
    try {
      open = ClientCacheFactory.getAnyInstance();
    } catch (CacheClosedException e) {
      ClientCacheFactory factory =
          new ClientCacheFactory()
              .setPdxReadSerialized(true)
              .set("log-level", "error")
              .set("statistic-sampling-enabled", "false");
      Login.prepare(factory, login);
      return factory.create();
    }
    if (!Login.isOf(open, login)) {
      throw new IOException(
          "another user is logged in to Geode in this process, in which Geode allows one login: use"
              + " the same user and password, or another process");
    }
    return open;
  }

  /**
   * Creates a pool.
   *
   * @param subscribes whether the pool receives events
   */
  static Pool pool(
      ServersAddress address, DriverContext context, Sockets sockets, boolean subscribes)
      throws IOException {
    SettingValues settings = context.settings();
    long most = settings.get(GeodeSettings.MAX_CONNECTIONS);
    PoolFactory factory =
        PoolManager.createFactory()
            .setSocketFactory(sockets)
            .setSocketConnectTimeout(millis(settings))
            .setFreeConnectionTimeout(millis(settings))
            // The engine enforces deadlines by closing the session, which interrupts the call.
            .setReadTimeout(0)
            .setRetryAttempts(0)
            .setMinConnections(0)
            .setMaxConnections(most == 0 ? -1 : Math.toIntExact(most))
            .setServerGroup(settings.get(GeodeSettings.SERVER_GROUP))
            .setPRSingleHopEnabled(settings.get(GeodeSettings.SINGLE_HOP))
            .setSubscriptionEnabled(subscribes);
    for (HostPort host : address.servers()) {
      InetAddress found = context.resolve(host.host(), host.port())[0];
      // Sockets check the address again. A certificate is verified with the host name.
      String checked = settings.get(TlsSettings.TLS) ? host.host() : found.getHostAddress();
      if (settings.get(GeodeSettings.VIA) == Via.LOCATORS) {
        factory.addLocator(checked, host.port());
      } else {
        factory.addServer(checked, host.port());
      }
    }
    return factory.create(address.name() + (subscribes ? "-events" : "-operations"));
  }

  private static int millis(SettingValues settings) {
    return Math.toIntExact(settings.get(GeodeSettings.CONNECT_TIMEOUT).toMillis());
  }

  private static Region<String, Object> region(
      ClientCache cache, Pool pool, ServersAddress address, SettingValues settings) {
    long entries = settings.get(GeodeSettings.LOCAL_ENTRIES);
    ClientRegionFactory<String, Object> factory =
        cache.createClientRegionFactory(
            settings.get(GeodeSettings.REGION) == RegionKind.PROXY
                ? ClientRegionShortcut.PROXY
                : ClientRegionShortcut.CACHING_PROXY);
    if (settings.get(GeodeSettings.REGION) == RegionKind.CACHING_PROXY && entries > 0) {
      factory.setEvictionAttributes(
          EvictionAttributes.createLRUEntryAttributes(Math.toIntExact(entries)));
    }
    return factory.setPoolName(pool.getName()).create(address.name());
  }

  /** Closes the region and the pool of a target, and the cache if there is no other target. */
  static void close(Opened opened) {
    synchronized (Caches.class) {
      if (!opened.cache().isClosed()) {
        opened.sockets().close();
        opened.region().localDestroyRegion();
        opened.pool().destroy();
        closeIfUnused(opened.cache());
      }
    }
  }

  private static void closeIfUnused(ClientCache cache) {
    if (PoolManager.getAll().isEmpty()) {
      cache.close();
    }
  }
}

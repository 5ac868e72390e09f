import java.util.Properties;
import org.apache.geode.cache.Cache;
import org.apache.geode.cache.CacheFactory;
import org.apache.geode.cache.RegionShortcut;
import org.apache.geode.cache.server.CacheServer;
import org.apache.geode.security.AuthenticationFailedException;
import org.apache.geode.security.SecurityManager;

/**
 * A locator and a cache server on loopback, in one process. Its class path is that of the
 * adjacent pom. Arguments: the ports of the cache server, the locator and the JMX
 * manager, and the names of partitioned regions. A system property plimsoll.geode.NAME is the
 * property NAME of the cache.
 */
public final class GeodeServer {
  private GeodeServer() {}

  public static void main(String[] args) throws Exception {
    String locator = "127.0.0.1[" + args[1] + "]";
    CacheFactory factory =
        new CacheFactory()
            .set("name", "server1")
            .set("bind-address", "127.0.0.1")
            .set("server-bind-address", "127.0.0.1")
            .set("start-locator", locator)
            .set("locators", locator)
            .set("mcast-port", "0")
            .set("jmx-manager", "true")
            .set("jmx-manager-start", "true")
            .set("jmx-manager-bind-address", "127.0.0.1")
            .set("jmx-manager-hostname-for-clients", "127.0.0.1")
            .set("jmx-manager-port", args[2])
            .set("http-service-port", "0")
            .set("enable-cluster-configuration", "false")
            .set("use-cluster-configuration", "false")
            .set("log-level", "warn");
    System.getProperties()
        .forEach((name, value) -> {
          if (name.toString().startsWith("plimsoll.geode.")) {
            factory.set(name.toString().substring("plimsoll.geode.".length()), value.toString());
          }
        });
    Cache cache = factory.create();
    for (int i = 3; i < args.length; i++) {
      cache.createRegionFactory(RegionShortcut.PARTITION).create(args[i]);
    }
    CacheServer server = cache.addCacheServer();
    server.setBindAddress("127.0.0.1");
    server.setHostnameForClients("127.0.0.1");
    server.setPort(Integer.parseInt(args[0]));
    server.start();
    Runtime.getRuntime().addShutdownHook(new Thread(cache::close));
    Thread.currentThread().join();
  }

  /** Accepts users whose password is their name, followed by -secret. */
  public static final class Guard implements SecurityManager {
    @Override
    public Object authenticate(Properties credentials) {
      String user = credentials.getProperty("security-username", "");
      if (user.isEmpty()
          || !(user + "-secret").equals(credentials.getProperty("security-password"))) {
        throw new AuthenticationFailedException("wrong user or password");
      }
      return user;
    }
  }
}

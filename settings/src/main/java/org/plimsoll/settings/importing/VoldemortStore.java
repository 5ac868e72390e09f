package org.plimsoll.settings.importing;

import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * The target of Voldemort's tool: a store of a cluster ({@code --url}), or a storage engine in the
 * tool's own process.
 */
final class VoldemortStore {
  private static final String SCHEME = "voldemort:";
  private static final String URL = "url";
  private static final String NAME = "store-name";
  private static final String CLASS = "storage-configuration-class";
  private static final String ENGINE = "storage-engine";
  private static final String SERVER = "local-server-properties";
  private static final String CONNECTIONS = "num-connections-per-node";
  private static final String ZONE = "client-zoneid";

  private final PropertyReader read;
  private final Imported.Builder into;
  private final @Nullable String given;

  private VoldemortStore(PropertyReader read, Imported.Builder into, @Nullable String given) {
    this.read = read;
    this.into = into;
    this.given = given;
  }

  /**
   * Returns the given target, or the target that the options determine; null if there is neither.
   *
   * @param given the target that the user has given; null if there is none
   */
  static @Nullable String of(PropertyReader read, Imported.Builder into, @Nullable String given) {
    return new VoldemortStore(read, into, given).target();
  }

  private @Nullable String target() {
    String target = given;
    if (given != null) {
      read.refused("--target is given", URL, NAME, CLASS, ENGINE, SERVER);
    } else if (read.has(URL)) {
      target = remote();
      read.refused("with url, the servers have the store", CLASS, ENGINE, SERVER);
    } else {
      read.refused("without url, the store is in the tool's process", NAME);
      target = read.has(CLASS) || read.has(ENGINE) || read.has(SERVER) ? local() : null;
    }
    client(target != null && target.startsWith(SCHEME));
    return target;
  }

  private String remote() {
    String url = read.text(URL, "");
    String store = read.text(NAME, "");
    if (store.isEmpty()) {
      throw new InvalidSpecException("store-name: must be given with url");
    }
    try {
      URI uri = new URI(url);
      if (uri.getHost() != null) {
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        String target = SCHEME + "//" + uri.getHost() + port + "/" + store;
        read.became("target " + target, URL, NAME);
        return target;
      }
    } catch (URISyntaxException e) {
      // reported below
    }
    throw new InvalidSpecException("url: must have the form tcp://host:6666, was '" + url + "'");
  }

  /** Imports options of the client that only the driver for Voldemort supports. */
  private void client(boolean remote) {
    if (!remote) {
      read.refused("only a target of the driver voldemort has it", CONNECTIONS, ZONE);
      return;
    }
    if (read.has(CONNECTIONS)) {
      read.setDriver("connections", String.valueOf(read.whole(CONNECTIONS, 50, 1)), CONNECTIONS);
    }
    long zone = read.whole(ZONE, -1, -1);
    if (zone < 0) {
      read.became("no zone", ZONE);
    } else {
      read.setDriver("zone", String.valueOf(zone), ZONE);
    }
  }

  private @Nullable String local() {
    String name = read.text(CLASS, read.text(ENGINE, "bdb"));
    String engine =
        switch (name.substring(name.lastIndexOf('.') + 1)) {
          case "BdbStorageConfiguration", "bdb" -> "bdb";
          case "InMemoryStorageConfiguration", "CacheStorageConfiguration", "memory", "cache" ->
              "memory";
          case "RocksDbStorageConfiguration", "rocksdb" -> "rocksdb";
          case "MysqlStorageConfiguration", "mysql" -> "mysql";
          default -> "";
        };
    Properties server = server();
    String target =
        switch (engine) {
          case "bdb", "rocksdb" -> engine + ":" + folder(server);
          case "memory" -> "bdb:"; // a temporary store, because there is none in memory
          case "mysql" -> database(server);
          default -> null;
        };
    if (target == null) {
      read.refused(
          "its storage engine must be one that is written by key: bdb, memory, mysql or rocksdb",
          CLASS,
          ENGINE,
          SERVER);
    } else {
      read.became("target " + target, CLASS, ENGINE, SERVER);
    }
    return target;
  }

  /**
   * Returns a separate folder in the server's data folder, so that no file of Voldemort is changed.
   */
  private static String folder(Properties server) {
    String data = server.getProperty("data.directory", "").strip();
    return data.isEmpty() ? "" : data + "/plimsoll";
  }

  private String database(Properties server) {
    String user = server.getProperty("mysql.user", "root").strip();
    String password = server.getProperty("mysql.password", "").strip();
    into.driverSettings.put("user", user);
    if (!password.isEmpty()) {
      into.driverSettings.put("password", password);
    }
    return "jdbc:mariadb://%s:%s/%s"
        .formatted(
            server.getProperty("mysql.host", "localhost").strip(),
            server.getProperty("mysql.port", "3306").strip(),
            server.getProperty("mysql.database", "voldemort").strip());
  }

  private Properties server() {
    Properties server = new Properties();
    String file = read.text(SERVER);
    if (file != null) {
      try (Reader reader = Files.newBufferedReader(Path.of(file))) {
        server.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        throw new InvalidSpecException(
            SERVER + ": must be a file of properties, was '" + file + "'", e);
      }
    }
    return server;
  }
}

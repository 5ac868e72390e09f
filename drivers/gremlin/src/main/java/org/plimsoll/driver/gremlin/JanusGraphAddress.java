package org.plimsoll.driver.gremlin;

import java.nio.file.Path;
import org.plimsoll.api.HostPort;

/** The storage backend of an embedded JanusGraph. */
sealed interface JanusGraphAddress {
  /** A graph in memory, which exists until the run ends. */
  record InMemory() implements JanusGraphAddress {}

  /** Berkeley DB files in a folder. */
  record BerkeleyDb(Path folder) implements JanusGraphAddress {}

  /** A Cassandra cluster. */
  record Cql(HostPort host) implements JanusGraphAddress {}

  /** Parses an address. */
  static JanusGraphAddress parse(String text) {
    if (text.equals("inmemory")) {
      return new InMemory();
    }
    if (text.startsWith("berkeleyje:") && text.length() > "berkeleyje:".length()) {
      return new BerkeleyDb(
          Path.of(text.substring("berkeleyje:".length())).toAbsolutePath().normalize());
    }
    if (text.startsWith("cql:")) {
      HostPort host = HostPort.parse(text.substring("cql:".length()), 9042).orElse(null);
      if (host != null && !host.host().isEmpty()) {
        return new Cql(host);
      }
    }
    throw new IllegalArgumentException(
        "the address must be inmemory, berkeleyje:/path or cql:host[:port], was '" + text + "'");
  }
}

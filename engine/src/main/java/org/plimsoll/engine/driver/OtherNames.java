package org.plimsoll.engine.driver;

import java.util.Map;
import java.util.Optional;

/** Maps URI schemes of other tools to the equivalent target of this tool. */
final class OtherNames {
  private static final Map<String, String> WRITTEN =
      Map.ofEntries(
          Map.entry("postgres", "jdbc:postgresql://…"),
          Map.entry("postgresql", "jdbc:postgresql://…"),
          Map.entry("mysql", "jdbc:mysql://…"),
          Map.entry("mariadb", "jdbc:mariadb://…"),
          Map.entry("cockroachdb", "jdbc:postgresql://…"),
          Map.entry("rediss", "redis://…?tls=true"),
          Map.entry("valkey", "redis://…"),
          Map.entry("scylla", "cassandra://…"),
          Map.entry("cql", "cassandra://…"),
          Map.entry("memcache", "memcached://…"),
          Map.entry("dax", "dynamodb:TABLE?dax=true&dax-endpoint=dax://…"),
          Map.entry("je", "bdb:/path"),
          Map.entry("berkeleydb", "bdb:/path"),
          Map.entry("mvstore", "h2:/path"),
          Map.entry("sqlite3", "sqlite:/path"),
          Map.entry("file", "rocksdb:/path"));

  private OtherNames() {}

  /** Returns the equivalent of a scheme, to be appended to an error message. */
  static Optional<String> hint(String scheme) {
    return Optional.ofNullable(WRITTEN.get(scheme)).map(form -> ": write " + form);
  }
}

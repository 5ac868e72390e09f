package org.plimsoll.engine.driver;

import java.util.Map;
import java.util.Optional;

/** Schemes that other tools have for what is reached by another name here. */
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
          Map.entry("file", "rocksdb:/path"));

  private OtherNames() {}

  /** How a target of that scheme is written here, to go behind what is wrong with it. */
  static Optional<String> hint(String scheme) {
    return Optional.ofNullable(WRITTEN.get(scheme)).map(form -> ": write " + form);
  }
}

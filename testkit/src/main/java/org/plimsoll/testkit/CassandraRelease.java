package org.plimsoll.testkit;

import java.util.List;

/** A release of Cassandra for tests, with the configuration that only this release needs. */
public enum CassandraRelease {
  /** Cassandra 5.0, for clients with CQL. */
  CQL("drivers/cassandra/src/test/servers/cassandra/pom.xml") {
    @Override
    List<String> configuration(int clientPort, int secondPort) {
      return List.of(
          "native_transport_port: " + clientPort,
          "start_native_transport: true",
          "commitlog_sync_period: 10000ms",
          "memtable_heap_space: 64MiB",
          "memtable_offheap_space: 64MiB",
          "key_cache_size: 8MiB",
          "commitlog_segment_size: 8MiB",
          "commitlog_total_space: 256MiB");
    }
  },

  /**
   * Cassandra 3.11, the last release with Thrift. It does not officially support Java 17, on which
   * it cannot unmap files, so it uses standard file access.
   */
  THRIFT("drivers/cassandra-thrift/src/test/servers/cassandra/pom.xml") {
    @Override
    List<String> configuration(int clientPort, int secondPort) {
      return List.of(
          "rpc_port: " + clientPort,
          "start_rpc: true",
          // A node that does not offer CQL is not asked to write counters.
          "native_transport_port: " + secondPort,
          "start_native_transport: true",
          "disk_access_mode: standard",
          "commitlog_sync_period_in_ms: 10000",
          "memtable_heap_space_in_mb: 64",
          "memtable_offheap_space_in_mb: 64",
          "key_cache_size_in_mb: 8",
          "commitlog_segment_size_in_mb: 8",
          "commitlog_total_space_in_mb: 256");
    }
  };

  private final String pom;

  CassandraRelease(String pom) {
    this.pom = pom;
  }

  /** Returns the path of the server's pom, relative to the root folder of the project. */
  String pom() {
    return pom;
  }

  /**
   * Returns the lines of {@code cassandra.yaml} that differ between releases.
   *
   * @param secondPort the port for a second protocol, which no test uses
   */
  abstract List<String> configuration(int clientPort, int secondPort);
}

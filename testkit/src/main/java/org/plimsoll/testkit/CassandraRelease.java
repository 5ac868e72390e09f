package org.plimsoll.testkit;

import java.util.List;

/** A release of Cassandra that tests start, with what its configuration has of its own. */
public enum CassandraRelease {
  /** Cassandra 5.0, for clients of CQL. */
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
   * Cassandra 3.11, for clients of Thrift, which it is the last to have. Its authors do not support
   * Java 17, on which it cannot unmap files: it reads them in the standard way.
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

  /** The server's pom, below the root folder of the project. */
  String pom() {
    return pom;
  }

  /**
   * The lines of {@code cassandra.yaml} that differ between releases.
   *
   * @param secondPort the port of a second protocol, which no test speaks
   */
  abstract List<String> configuration(int clientPort, int secondPort);
}

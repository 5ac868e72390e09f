package org.plimsoll.driver.gremlin;

import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;

/**
 * The client library's own pool, with one connection to each host.
 *
 * @param client names the traversal source
 */
record Link(Cluster cluster, Client client) {
  /** Closes the connections, without waiting. */
  void close() {
    var _ = cluster.closeAsync();
  }
}

package org.plimsoll.driver.voldemort;

import java.util.List;
import org.plimsoll.api.HostPort;

/** A server of the cluster, as described in {@code cluster.xml}. */
record ClusterNode(int id, HostPort address, int zone, List<Integer> partitions) {
  private static final int UNKNOWN = -1;

  /** Creates a server for topology requests, whose id is not known yet. */
  static ClusterNode unknown(HostPort address) {
    return new ClusterNode(UNKNOWN, address, 0, List.of());
  }

  ClusterNode at(HostPort other) {
    return new ClusterNode(id, other, zone, partitions);
  }

  @Override
  public String toString() {
    return id == UNKNOWN ? address.toString() : id + " (" + address + ")";
  }
}
